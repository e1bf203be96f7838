import { Banner, BlockStack, Card, Text } from "@shopify/polaris";
import { Facts } from "../facts.tsx";
import { useFormats } from "../use-formats.ts";
import { FileState } from "./file-state.tsx";
import type { UploadedFile } from "./uploaded-file.ts";

interface FileSummaryCardProps {
  file: UploadedFile;
  /** What its lines come to, as names and values. */
  sums: readonly (readonly [string, string | null])[];
  /** What the merchant looks at before confirming: "the total". */
  confirms: string;
  outcomes: readonly string[];
}

/** What a file would do or did, and its problems. */
export function FileSummaryCard({ file, sums, confirms, outcomes }: FileSummaryCardProps) {
  return (
    <BlockStack gap="400">
      <Verdict file={file} confirms={confirms} />
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            {file.state === "checked" ? "What it would do" : "What it does"}
          </Text>
          <Facts
            facts={[
              ["State", <FileState key="state" file={file} />],
              ...sums,
              ["Lines", String(file.lines)],
              ["To apply", String(file.ready)],
              ["With problems", file.problems > 0 ? String(file.problems) : null],
              ["Applied before", file.repeated > 0 ? String(file.repeated) : null],
              ["Columns not read", file.unread],
              ["So far", file.state === "checked" ? null : outcomes.join(", ")],
            ]}
          />
        </BlockStack>
      </Card>
    </BlockStack>
  );
}

function Verdict({ file, confirms }: Pick<FileSummaryCardProps, "file" | "confirms">) {
  const formats = useFormats();
  if (file.state !== "checked") return null;
  if (file.ready === 0) {
    return file.problems === 0 ? (
      <Banner tone="info" title="Everything in this file was applied before">
        <p>
          The same lines came in an earlier file. Nothing is left to do, and nothing can happen
          twice.
        </p>
      </Banner>
    ) : (
      <Banner tone="critical" title="No line of this file can be applied">
        <p>Correct the lines listed below, and upload the file again.</p>
      </Banner>
    );
  }
  if (file.problems > 0) {
    return (
      <Banner
        tone="warning"
        title={`${formats.count(file.problems, "line")} of ${file.lines} cannot be applied`}
      >
        <p>
          Nothing has changed yet. Correct them and upload the file again, or apply the others and
          leave these out.
        </p>
      </Banner>
    );
  }
  return (
    <Banner tone="success" title="Every line can be applied">
      <p>{`Nothing has changed yet. Look at ${confirms}, then confirm.`}</p>
    </Banner>
  );
}
