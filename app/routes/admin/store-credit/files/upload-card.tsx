import { BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useId } from "react";
import { CREDIT_FILE_LIMITS } from "#app/domain/store-credit/files/credit-file-limits.ts";
import { DownloadButton } from "#app/ui/download-button.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { useFormats } from "#app/ui/use-formats.ts";
import { ColumnsStep } from "./columns-step.tsx";
import { useUploadForm } from "./use-upload-form.ts";

/** Takes a file, which is checked and changes nothing yet. */
export function UploadCard() {
  const { question, sources, isSending, trouble, ...form } = useUploadForm();
  const id = useId();
  const formats = useFormats();
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.send();
        }}
      >
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            Upload a file
          </Text>
          <ErrorBanner title="The file could not be checked" message={trouble} />
          <Text as="p">
            One line for each adjustment: the customer by number, by e-mail or by both; a signed
            amount; a type; a reason, which is shown in the customer's history; and, if you like,
            the currency and the last day on which the credit can be used. The file is checked first
            and changes nothing until you confirm it.
          </Text>
          <div>
            <label htmlFor={id}>CSV file</label>{" "}
            <Text as="span" tone="subdued">
              {`(at most ${formats.count(CREDIT_FILE_LIMITS.lines, "line")}, ${CREDIT_FILE_LIMITS.bytes / 1_000_000} MB)`}
            </Text>
            <input
              className="pn-file"
              id={id}
              type="file"
              name="file"
              accept=".csv,text/csv,text/plain"
              onChange={({ currentTarget }) => form.chooseFile(currentTarget.files?.[0] ?? null)}
            />
          </div>
          {question && (
            <ColumnsStep
              question={question}
              sources={sources}
              choose={form.chooseSource}
              errorOf={form.errorOf}
            />
          )}
          <Box>
            <InlineStack gap="200">
              <Button submit variant="primary" loading={isSending}>
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
      </form>
    </Card>
  );
}
