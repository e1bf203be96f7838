import { BlockStack, Box, Button, ButtonGroup, Card, Checkbox, Text } from "@shopify/polaris";
import { useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import type { ImportView } from "./import-view.ts";

type Answer = { outcome: "import" | "activate" | "undo" };

const BEGUN: Readonly<Record<Answer["outcome"], string>> = {
  import: "The subscriptions are being imported",
  activate: "The subscriptions are being activated",
  undo: "The import is being taken back",
};

/** The next step of an import: bring it in, let it begin, or take it back. */
export function ImportActions({ ofImport, waiting }: { ofImport: ImportView; waiting: number }) {
  const { state, ready, problems } = ofImport;
  const formats = useFormats();
  const [leaveOut, setLeaveOut] = useState(false);
  const [hasStopped, setHasStopped] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { send, isSending, error, errorOf } = useFormRequest<Answer>(({ outcome }) => {
    setIsAsking(false);
    showToast(BEGUN[outcome]);
  });
  const isField = error?.fields.leaveOut ?? error?.fields.hasStopped;
  const trouble = (
    <ErrorBanner title="Nothing was changed" message={error && !isField ? error.message : null} />
  );
  if (state === "checked" && ready > 0) {
    return (
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            Import
          </Text>
          {trouble}
          <Text as="p">
            {`To be created, paused: ${formats.count(ready, "subscription")}. Nothing is charged.`}
          </Text>
          {problems > 0 && (
            <Checkbox
              label={`Leave out ${formats.count(problems, "line")} with problems`}
              checked={leaveOut}
              onChange={setLeaveOut}
              {...errorOf("leaveOut")}
            />
          )}
          <Box>
            <Button
              variant="primary"
              loading={isSending}
              onClick={() => send({ intent: "import", leaveOut })}
            >
              Import as paused
            </Button>
          </Box>
        </BlockStack>
      </Card>
    );
  }
  if ((state !== "waiting" && state !== "active") || waiting === 0) return null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Activate
        </Text>
        {!isAsking && trouble}
        <Text as="p">
          {`To be charged from the next date on: ${formats.count(waiting, "subscription")}. Dates that have passed are not made up for.`}
        </Text>
        <Checkbox
          label="The old app has stopped, and will not charge these customers again"
          checked={hasStopped}
          onChange={setHasStopped}
          {...errorOf("hasStopped")}
        />
        <ButtonGroup>
          <Button
            variant="primary"
            loading={isSending && !isAsking}
            onClick={() => send({ intent: "activate", hasStopped })}
          >
            Activate
          </Button>
          {state === "waiting" && (
            <Button tone="critical" onClick={() => setIsAsking(true)}>
              Take the import back
            </Button>
          )}
        </ButtonGroup>
      </BlockStack>
      <Dialog
        open={isAsking}
        title="Take this import back?"
        onClose={() => setIsAsking(false)}
        actions={
          <>
            <Button onClick={() => setIsAsking(false)}>Close</Button>
            <Button
              variant="primary"
              tone="critical"
              loading={isSending}
              onClick={() => send({ intent: "undo" })}
            >
              Take back
            </Button>
          </>
        }
      >
        <BlockStack gap="300">
          {isAsking && trouble}
          <Text as="p">
            {`To be canceled for good: ${formats.count(waiting, "subscription")}. Customers are not told, and nothing changes at the old app. The same file can be imported again.`}
          </Text>
        </BlockStack>
      </Dialog>
    </Card>
  );
}
