import { BlockStack, Box, Button, Card, Text } from "@shopify/polaris";
import { useRef, useState } from "react";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useWatchedRun } from "../use-watched-run.ts";
import type { TierPreviewView } from "./tier-preview-view.ts";

/** Starts previews of the tiers as they are typed, one after another, and follows the last one. */
export function useTierPreview(input: object) {
  const sent = useRef("");
  const [started, setStarted] = useState<{ previewId: string; of: string } | null>(null);
  const form = useFormRequest<{ outcome: "started"; previewId: string }>(({ previewId }) =>
    setStarted({ previewId, of: sent.current }),
  );
  const { run, trouble } = useWatchedRun<TierPreviewView>(
    started && `/app/loyalty/tier-previews/${started.previewId}`,
  );
  const now = JSON.stringify(input);
  return {
    run,
    trouble,
    error: form.error,
    isAtWork: form.isSending || (started !== null && !run?.isDone && trouble === null),
    /** Whether the tiers were changed since. */
    isOld: started !== null && started.of !== now,
    start: () => {
      sent.current = now;
      form.send({ intent: "preview", key: crypto.randomUUID(), input });
    },
  };
}

/** What the tiers as they are typed would change, and for how many customers. Nothing is saved. */
export function TierPreviewCard({ preview }: { preview: ReturnType<typeof useTierPreview> }) {
  const { run, trouble, error, isAtWork, isOld, start } = preview;
  return (
    <Card>
      <BlockStack gap="300">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            What changes for whom
          </Text>
          <Text as="p" tone="subdued">
            Counts all customers by the tiers as they are typed. Nothing is saved, and nobody gets
            anything.
          </Text>
        </BlockStack>
        <ErrorBanner title="The preview was not started" message={error?.message ?? null} />
        <div role="status">
          <BlockStack gap="200">
            {run && !run.isDone && (
              <Progress done={run.seen} of={run.total} what="Customers counted" />
            )}
            {run?.isDone && (
              <>
                <ResponsiveTable
                  caption="Customers by tier, now and after saving"
                  rows={run.tiers}
                  rowKey={({ key }) => key}
                  columns={COLUMNS}
                  inset
                />
                {run.changes.length === 0 && <Text as="p">Nobody's tier changes.</Text>}
                {run.changes.length > 0 && (
                  <ul className="pn-list" aria-label="Changes">
                    {run.changes.map((change) => (
                      <li key={change}>
                        <Text as="span" breakWord>
                          {change}
                        </Text>
                      </li>
                    ))}
                  </ul>
                )}
                {run.held && (
                  <Text as="p" tone="subdued">
                    {run.held}
                  </Text>
                )}
                {isOld && (
                  <Text as="p" tone="subdued" variant="bodySm">
                    You have changed the tiers since. Count again for what they would change now.
                  </Text>
                )}
              </>
            )}
            {trouble && <Text as="p">{trouble}</Text>}
          </BlockStack>
        </div>
        <Box>
          <Button loading={isAtWork} onClick={start}>
            {run ? "Count again" : "Count what changes"}
          </Button>
        </Box>
      </BlockStack>
    </Card>
  );
}

const COLUMNS: TableColumn<TierPreviewView["tiers"][number]>[] = [
  { title: "Tier", leads: true, cell: ({ name }) => name },
  { title: "Now", atEnd: true, cell: ({ now }) => now },
  { title: "After saving", atEnd: true, cell: ({ after }) => after },
];
