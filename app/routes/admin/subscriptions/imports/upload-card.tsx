import { useFetcher, useNavigate } from "@remix-run/react";
import { BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useId, useState } from "react";
import { IMPORT_LIMITS } from "#app/domain/contract-imports/import-limits.ts";
import { tooLarge } from "#app/lib/csv-file-limits.ts";
import { DownloadButton } from "#app/ui/download-button.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import type { FormError } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";

type Answer = () => Promise<{ outcome: "uploaded"; importId: string } | FormError>;

/** Takes a file, which is checked and makes nothing yet. */
export function UploadCard() {
  const fetcher = useFetcher<Answer>();
  const navigate = useNavigate();
  const formats = useFormats();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const uploaded = answer?.outcome === "uploaded" ? answer.importId : null;
  useEffect(() => {
    if (uploaded) navigate(`/app/subscriptions/imports/${uploaded}`);
  }, [uploaded, navigate]);
  const send = () => {
    if (fetcher.state !== "idle") return;
    const wrong = whatIsWrong(file);
    setProblem(wrong);
    if (!file || wrong) return;
    const form = new FormData();
    form.set("file", file);
    fetcher.submit(form, { method: "post", encType: "multipart/form-data" });
  };
  const trouble = problem ?? (answer?.outcome === "refused" ? answer.message : null);
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            Import subscriptions
          </Text>
          <ErrorBanner title="The file could not be read" message={trouble} />
          <Text as="p">
            One line for each subscription of the old app: its customer, plan, product variant and
            price, the next charge, and when it began. Each line is checked first. What you then
            import arrives paused, and is charged only after you have said that the old app has
            stopped.
          </Text>
          <div>
            <label htmlFor={id}>CSV file</label>{" "}
            <Text as="span" tone="subdued">
              {`(at most ${formats.count(IMPORT_LIMITS.lines, "line")}, ${IMPORT_LIMITS.bytes / 1_000_000} MB)`}
            </Text>
            <input
              className="pn-file"
              id={id}
              type="file"
              name="file"
              accept=".csv,text/csv,text/plain"
              onChange={({ currentTarget }) => {
                setFile(currentTarget.files?.[0] ?? null);
                setProblem(null);
              }}
            />
          </div>
          <Box>
            <InlineStack gap="200">
              <Button
                submit
                variant="primary"
                loading={fetcher.state !== "idle" || uploaded !== null}
              >
                Check file
              </Button>
              <DownloadButton
                url="/app/contract-import-sample.csv"
                fileName="subscriptions-to-import.csv"
                label="Download sample"
              />
            </InlineStack>
          </Box>
        </BlockStack>
      </form>
    </Card>
  );
}

function whatIsWrong(file: File | null): string | null {
  if (!file || file.size === 0) return "Choose a file that is not empty.";
  return file.size > IMPORT_LIMITS.bytes ? tooLarge(IMPORT_LIMITS) : null;
}
