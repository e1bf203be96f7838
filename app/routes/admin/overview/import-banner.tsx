import { Banner, BlockStack, ProgressBar, Text } from "@shopify/polaris";
import { useId } from "react";

/** What is still being imported from before the installation: how many of how many. */
export interface ImportView {
  title: string;
  text: string;
  percent: number;
}

export function ImportBanner({ view }: { view: ImportView }) {
  const id = useId();
  return (
    <Banner title={view.title} tone="info">
      <BlockStack gap="200">
        <Text as="p" id={id}>
          {view.text}
        </Text>
        <ProgressBar progress={view.percent} size="small" ariaLabelledBy={id} />
      </BlockStack>
    </Banner>
  );
}
