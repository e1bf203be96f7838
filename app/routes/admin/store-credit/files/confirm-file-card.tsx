import { useFetcher } from "@remix-run/react";
import { BlockStack, Box, Button, Card, Checkbox, Text, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { countOf } from "#app/ui/format.ts";
import { RefusalBanner } from "#app/ui/refusal-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import type { Refusal } from "../../answer-action.ts";
import type { CreditFileView } from "./credit-file-view.ts";

type ConfirmAnswer = () => Promise<{ outcome: "confirmed" } | Refusal>;

/** Asks for the total before anything happens, and for a word about lines that are left out. */
export function ConfirmFileCard({ file }: { file: CreditFileView }) {
  const fetcher = useFetcher<ConfirmAnswer>();
  const [total, setTotal] = useState("");
  const [leaveOut, setLeaveOut] = useState(false);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const refusal = answer?.outcome === "refused" ? answer : null;
  const confirmed = answer?.outcome === "confirmed";
  useEffect(() => {
    if (confirmed) showToast("The file is being applied");
  }, [confirmed]);
  const error = (name: string) =>
    refusal?.fields[name] ? { error: refusal.fields[name].join(" ") } : {};
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (fetcher.state !== "idle") return;
          const body = JSON.stringify({ total, leaveOut });
          fetcher.submit(body, { method: "post", encType: "application/json" });
        }}
      >
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            Confirm
          </Text>
          <RefusalBanner title="Nothing was applied" message={refusal?.message ?? null} />
          {file.problems > 0 && (
            <Checkbox
              label={`Leave out the ${countOf(file.problems, "line")} with problems and apply the other ${file.ready}`}
              checked={leaveOut}
              onChange={setLeaveOut}
              {...error("leaveOut")}
            />
          )}
          <div className="pn-months">
            <TextField
              label={`Type the total, ${file.totalText}`}
              autoComplete="off"
              suffix={file.currency}
              value={total}
              onChange={setTotal}
              {...error("total")}
            />
          </div>
          <Box>
            <Button submit variant="primary" loading={fetcher.state !== "idle"}>
              {`Apply ${countOf(file.ready, "line")}`}
            </Button>
          </Box>
        </BlockStack>
      </form>
    </Card>
  );
}
