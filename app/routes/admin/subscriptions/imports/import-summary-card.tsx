import { Banner, BlockStack, Card, Text } from "@shopify/polaris";
import { Facts } from "#app/ui/facts.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { useFormats } from "#app/ui/use-formats.ts";
import { type ImportProgress, type ImportView, isAtWork, stateWord } from "./import-view.ts";

/** What an import would make or has made, and where it stands. */
export function ImportSummaryCard({
  ofImport,
  progress,
}: {
  ofImport: ImportView;
  progress: ImportProgress;
}) {
  const { state, lines, ready, problems, repeated, unread } = ofImport;
  const number = (count: number) => (count > 0 ? String(count) : null);
  const word = stateWord(state);
  const hasProgress = isAtWork(state) && state !== "checking";
  return (
    <BlockStack gap="400">
      <Verdict ofImport={ofImport} progress={progress} />
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            {state === "checked" ? "What it would do" : "Where it stands"}
          </Text>
          <Facts
            facts={[
              ["State", word],
              [
                "Progress",
                hasProgress ? (
                  <Progress key="progress" done={progress.done} of={progress.of} what={word} />
                ) : null,
              ],
              ["Lines", String(lines)],
              ["To import", state === "checked" ? String(ready) : null],
              ["With problems", number(problems)],
              ["Imported before", number(repeated)],
              ["Waiting", number(progress.waiting)],
              ["Active", number(progress.active)],
              ["Taken back", number(progress.undone)],
              ["Refused", number(progress.refused)],
              ["Columns not read", unread],
            ]}
          />
        </BlockStack>
      </Card>
    </BlockStack>
  );
}

function Verdict({ ofImport, progress }: { ofImport: ImportView; progress: ImportProgress }) {
  const formats = useFormats();
  const { state, ready, problems, lines } = ofImport;
  const { waiting, troubled } = progress;
  if (troubled > 0 && (state === "waiting" || state === "active")) {
    return (
      <Banner
        tone="warning"
        title={`Waiting, with a problem: ${formats.count(troubled, "subscription")}. Nothing is charged.`}
      >
        <p>
          {state === "waiting"
            ? "The lines say why. Take the import back again, or activate it once the old app has stopped: both go on with what waits."
            : "The lines say why. Activate the import again: it goes on with what waits."}
        </p>
      </Banner>
    );
  }
  if (state === "waiting" && waiting > 0) {
    return (
      <Banner
        tone="info"
        title={`Waiting: ${formats.count(waiting, "subscription")}. Nothing is charged.`}
      >
        <p>
          Stop the old app now. Then activate the import, so that nobody is charged twice or not at
          all.
        </p>
      </Banner>
    );
  }
  if (state !== "checked") return null;
  if (ready === 0) {
    return problems === 0 ? (
      <Banner tone="info" title="Everything in this file was imported before">
        <p>Nothing is left to do, and nothing can happen twice.</p>
      </Banner>
    ) : (
      <Banner tone="critical" title="No line of this file can be imported">
        <p>Correct the lines listed below, and upload the file again.</p>
      </Banner>
    );
  }
  return problems > 0 ? (
    <Banner
      tone="warning"
      title={`${formats.count(problems, "line")} of ${lines} cannot be imported`}
    >
      <p>
        Nothing has changed yet. Correct them and upload the file again, or import the others and
        leave these out.
      </p>
    </Banner>
  ) : (
    <Banner tone="success" title="Every line can be imported">
      <p>Nothing has changed yet. Look at the lines, then import them.</p>
    </Banner>
  );
}
