import { Banner, BlockStack, Button, ButtonGroup, Text } from "@shopify/polaris";

/** Two people edited the same thing: nothing was saved, and the later editor decides. */
export function StaleBanner({
  what,
  onOverrule,
  onDiscard,
}: {
  /** "This offer". */
  what: string;
  onOverrule: () => void;
  onDiscard: () => void;
}) {
  return (
    <div role="alert">
      <Banner tone="warning" title={`${what} was changed meanwhile, so yours was not saved`}>
        <BlockStack gap="200">
          <Text as="p">
            Somebody saved another version since you opened this page. What you typed is still here.
          </Text>
          <ButtonGroup>
            <Button onClick={onDiscard}>Load their version</Button>
            <Button onClick={onOverrule}>Save mine instead</Button>
          </ButtonGroup>
        </BlockStack>
      </Banner>
    </div>
  );
}
