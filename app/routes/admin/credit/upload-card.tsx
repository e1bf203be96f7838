import { useFetcher, useNavigate } from "@remix-run/react";
import { BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useId, useState } from "react";
import { DownloadButton } from "#app/ui/download-button.tsx";
import { RefusalBanner } from "#app/ui/refusal-banner.tsx";
import type { Refusal } from "../answer-action.ts";

type UploadAnswer = () => Promise<{ outcome: "checked"; fileId: string } | Refusal>;

/** Takes a file, which is checked and changes nothing yet. */
export function UploadCard() {
  const fetcher = useFetcher<UploadAnswer>();
  const navigate = useNavigate();
  const id = useId();
  const [missing, setMissing] = useState(false);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const checked = answer?.outcome === "checked" ? answer.fileId : null;
  useEffect(() => {
    if (checked) navigate(`/app/store-credit/files/${checked}`);
  }, [checked, navigate]);
  const refusal = answer?.outcome === "refused" ? answer.message : null;
  return (
    <Card>
      <fetcher.Form
        method="post"
        encType="multipart/form-data"
        onSubmit={(event) => {
          const file = new FormData(event.currentTarget).get("file");
          const isMissing = !(file instanceof File) || file.size === 0;
          setMissing(isMissing);
          if (isMissing || fetcher.state !== "idle") event.preventDefault();
        }}
      >
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            Upload a file
          </Text>
          <RefusalBanner
            title="The file could not be checked"
            message={missing ? "Choose a file that is not empty." : refusal}
          />
          <Text as="p">
            One line for each adjustment: the customer by number, by e-mail or by both; a signed
            amount; a type; a reason, which the customer's history shows. The file is checked first
            and changes nothing until you confirm it.
          </Text>
          <div>
            <label htmlFor={id}>CSV file</label>
            <input
              className="pn-file"
              id={id}
              type="file"
              name="file"
              accept=".csv,text/csv,text/plain"
              onChange={() => setMissing(false)}
            />
          </div>
          <Box>
            <InlineStack gap="200">
              <Button
                submit
                variant="primary"
                loading={fetcher.state !== "idle" || checked !== null}
              >
                Check file
              </Button>
              <DownloadButton
                url="/app/store-credit-template.csv"
                fileName="store-credit-template.csv"
                label="Download template"
              />
            </InlineStack>
          </Box>
        </BlockStack>
      </fetcher.Form>
    </Card>
  );
}
