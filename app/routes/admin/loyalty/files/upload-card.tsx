import { useFetcher, useNavigate } from "@remix-run/react";
import { BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useId, useState } from "react";
import { LOYALTY_FILE_LIMITS } from "#app/domain/loyalty/files/loyalty-file-limits.ts";
import { tooLarge } from "#app/lib/csv-file-limits.ts";
import { DownloadButton } from "#app/ui/download-button.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import type { FormError } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";

type UploadAnswer = () => Promise<{ outcome: "checked"; fileId: string } | FormError>;

/** Takes a file, which is checked and gives nobody anything yet. */
export function UploadCard() {
  const fetcher = useFetcher<UploadAnswer>();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const formats = useFormats();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const checked = answer?.outcome === "checked" ? answer.fileId : null;
  useEffect(() => {
    if (checked) navigate(`/app/loyalty/files/${checked}`);
  }, [checked, navigate]);
  const refused = answer?.outcome === "refused" ? answer.message : null;
  const send = () => {
    if (fetcher.state !== "idle") return;
    const wrong = whatIsWrong(file);
    setProblem(wrong);
    if (!file || wrong) return;
    const form = new FormData();
    form.set("file", file);
    fetcher.submit(form, { method: "post", encType: "multipart/form-data" });
  };
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
            Upload a file
          </Text>
          <ErrorBanner title="The file could not be checked" message={problem ?? refused} />
          <Text as="p">
            One line for each customer, by number, by email or by both: the points that are added to
            theirs, the tier that they are in, or both; and, if you like, the last day on which the
            points can be used, and a reason, which is shown in the customer's history. The file is
            checked first and changes nothing until you confirm it. A tier from a file gives no
            entry reward, sends no email, and is reviewed after a year like any other.
          </Text>
          <div>
            <label htmlFor={id}>CSV file</label>{" "}
            <Text as="span" tone="subdued">
              {`(at most ${formats.count(LOYALTY_FILE_LIMITS.lines, "line")}, ${LOYALTY_FILE_LIMITS.bytes / 1_000_000} MB)`}
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
                loading={fetcher.state !== "idle" || checked !== null}
              >
                Check file
              </Button>
              <DownloadButton
                url="/app/loyalty-import-template.csv"
                fileName="loyalty-import-template.csv"
                label="Download template"
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
  return file.size > LOYALTY_FILE_LIMITS.bytes ? tooLarge(LOYALTY_FILE_LIMITS) : null;
}
