import { BlockStack, Card, Text, TextField } from "@shopify/polaris";

/** The store's color in its emails. */
export function ColorCard({
  color,
  onChange,
  error,
}: {
  color: string;
  onChange: (color: string) => void;
  error?: string;
}) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Look
        </Text>
        <TextField
          label="Color"
          value={color}
          onChange={onChange}
          autoComplete="off"
          maxLength={7}
          prefix={<span aria-hidden="true" className="pn-swatch" style={{ background: color }} />}
          helpText="Behind your store's name and on buttons, for example #2a4d3a. Text on it becomes light or dark by itself."
          {...(error && { error })}
        />
      </BlockStack>
    </Card>
  );
}
