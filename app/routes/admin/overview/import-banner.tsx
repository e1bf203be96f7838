import { Banner, BlockStack, ProgressBar, Text } from "@shopify/polaris";

/** Orders from before the installation that are still coming over: how many of how many. */
export interface ImportView {
  text: string;
  percent: number;
}

export function ImportBanner({ view }: { view: ImportView }) {
  return (
    <Banner title="Orders are being imported" tone="info">
      <BlockStack gap="200">
        <Text as="p" id="import-progress">
          {view.text}
        </Text>
        <ProgressBar progress={view.percent} size="small" ariaLabelledBy="import-progress" />
      </BlockStack>
    </Banner>
  );
}
