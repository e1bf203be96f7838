import { useRevalidator } from "@remix-run/react";
import { BlockStack, Box, Button, Card, Text } from "@shopify/polaris";
import { useState } from "react";
import { FILE_KEPT_DAYS } from "#app/domain/loyalty/triggers/receipts/receipt-room.ts";
import { DownloadButton } from "#app/ui/download-button.tsx";

/**
 * What the customer has sent: a picture to look at, or a document to download. Its address is signed and serves for ten minutes;
 * after that the page asks for another.
 */
export function ReceiptFileCard({
  address,
  kind,
  alt,
  fileName,
}: {
  /** Null once the file was removed. */
  address: string | null;
  kind: string;
  /** What the picture is of. */
  alt: string;
  fileName: string;
}) {
  const revalidator = useRevalidator();
  const [failed, setFailed] = useState<string | null>(null);
  const isFailed = failed === address;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {kind}
        </Text>
        {address === null ? (
          <Text as="p" tone="subdued">
            Files are removed {FILE_KEPT_DAYS} days after the decision. What the customer said
            stays.
          </Text>
        ) : kind === "PDF" ? (
          <BlockStack gap="200">
            <Text as="p" tone="subdued">
              A document of a customer's: it is downloaded rather than opened here.
            </Text>
            <Box>
              <DownloadButton
                url={address}
                fileName={fileName}
                label="Download PDF"
                onGone={() => revalidator.revalidate()}
              />
            </Box>
          </BlockStack>
        ) : isFailed ? (
          <BlockStack gap="200">
            <Text as="p">The picture could not be shown. Its address serves for ten minutes.</Text>
            <Box>
              <Button
                loading={revalidator.state !== "idle"}
                onClick={() => {
                  setFailed(null);
                  revalidator.revalidate();
                }}
              >
                Load it again
              </Button>
            </Box>
          </BlockStack>
        ) : (
          <>
            <div className="pn-receipt">
              <img src={address} alt={alt} onError={() => setFailed(address)} />
            </div>
            <Box>
              <Button url={address} external variant="plain">
                Open in full size
              </Button>
            </Box>
          </>
        )}
      </BlockStack>
    </Card>
  );
}
