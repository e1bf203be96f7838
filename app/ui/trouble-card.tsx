import { useRevalidator } from "@remix-run/react";
import { BlockStack, Box, Button, Card, Page, Text } from "@shopify/polaris";
import type { Trouble } from "./describe-trouble.ts";

/**
 * A page that could not be shown: what happened, and the way on. Where not even the frame could be
 * made, App Bridge is missing too, which signs requests: then only a new document can help.
 */
export function TroubleCard({ trouble }: { trouble: Trouble }) {
  const revalidator = useRevalidator();
  return (
    <Page title={trouble.title}>
      <Card>
        <BlockStack gap="400">
          <Text as="p">{trouble.advice}</Text>
          <Box>
            {trouble.mayPass ? (
              <Button
                variant="primary"
                loading={revalidator.state === "loading"}
                onClick={() => (window.shopify ? revalidator.revalidate() : location.reload())}
              >
                Try again
              </Button>
            ) : (
              <Button url="/app">Go to the overview</Button>
            )}
          </Box>
        </BlockStack>
      </Card>
    </Page>
  );
}
