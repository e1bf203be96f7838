import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";

/** Whether the customer's credit pays their renewals: their own choice, which the merchant may make for them. */
export function RenewalsCard({ paysRenewals }: { paysRenewals: boolean }) {
  const form = useFormRequest<{ outcome: "renewals_saved" }>(() => {}, "replace");
  const sending = form.sending?.paysRenewals;
  return (
    <Card>
      <BlockStack gap="200">
        <ErrorBanner title="The choice was not saved" message={form.error?.message ?? null} />
        <InlineStack align="space-between" blockAlign="center" gap="400" wrap={false}>
          <BlockStack gap="100">
            <Text as="h2" variant="headingMd">
              Pay renewals with store credit
            </Text>
            <Text as="p" tone="subdued">
              Credit is held before each charge and taken off the price of its goods. It goes back
              when the charge is given up.
            </Text>
          </BlockStack>
          <Switch
            label="Pay renewals with store credit"
            checked={typeof sending === "boolean" ? sending : paysRenewals}
            onChange={(next) => form.send({ paysRenewals: next })}
          />
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
