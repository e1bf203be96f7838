import { Banner, BlockStack, Card, Text } from "@shopify/polaris";
import { Facts } from "#app/ui/facts.tsx";
import { useFormats } from "#app/ui/use-formats.ts";
import { FileState } from "./file-state.tsx";
import type { LoyaltyFileView } from "./loyalty-file-view.ts";

/** What a file would give or gave, and its problems. */
export function FileSummaryCard({
  file,
  outcomes,
}: {
  file: LoyaltyFileView;
  outcomes: readonly string[];
}) {
  return (
    <BlockStack gap="400">
      <Verdict file={file} />
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            {file.state === "checked" ? "What it would do" : "What it does"}
          </Text>
          <Facts
            facts={[
              ["State", <FileState key="state" file={file} />],
              ["Adds", file.points],
              ["Lines with a tier", file.tiers > 0 ? String(file.tiers) : null],
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

function Verdict({ file }: { file: LoyaltyFileView }) {
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
      <p>Nothing has changed yet. Look at the points, then confirm them.</p>
    </Banner>
  );
}
