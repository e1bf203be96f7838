import { useFetcher } from "@remix-run/react";
import { BlockStack, Box, Button, Card, Select, Text, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { checkAdjustment } from "#app/domain/store-credit/adjustment-input.ts";
import { MAX_REASON_LENGTH } from "#app/domain/store-credit/credit-adjustment.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { countOf, formatMoney } from "#app/ui/format.ts";
import { RefusalBanner } from "#app/ui/refusal-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import type { Refusal } from "../answer-action.ts";
import type { GrantablePlan } from "./plan-grant-view.ts";

type GrantAnswer = () => Promise<
  | { outcome: "started" | "sent_before" }
  | { outcome: "members_changed"; memberCount: number }
  | Refusal
>;

/**
 * Asks for plan, amount and reason, and for a confirmation that says how many members get how much in all.
 * Sent twice, it is one grant.
 */
export function GrantForm({
  plans,
  currency,
}: {
  plans: readonly GrantablePlan[];
  currency: string;
}) {
  const fetcher = useFetcher<GrantAnswer>();
  const empty = { planId: plans[0]?.planId ?? "", amount: "", reason: "" };
  const [fields, setFields] = useState(empty);
  const [asking, setAsking] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const key = useRef<string | null>(null);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const handled = useRef<unknown>(null);
  useEffect(() => {
    if (!answer || handled.current === answer) return;
    handled.current = answer;
    if (answer.outcome === "sent_before") key.current = null;
    if (answer.outcome !== "started") return;
    key.current = null;
    setFields((before) => ({ ...before, amount: "", reason: "" }));
    showToast("Grant started");
  }, [answer]);
  const plan = plans.find(({ planId }) => planId === fields.planId) ?? plans[0];
  const refusal = answer?.outcome === "refused" ? answer : null;
  const change = (patch: Partial<typeof empty>) => {
    setFields((before) => ({ ...before, ...patch }));
    setProblems({});
  };
  const checked = checkAdjustment({ ...fields, type: "manual admin adjustment" }, currency);
  const review = () => {
    const found: Record<string, string> = { ...checked.problems };
    if (!checked.problems && checked.amountMinor < 0) found.amount = "Must be above 0.";
    setProblems(found);
    setAsking(Object.keys(found).length === 0);
  };
  const send = () => {
    setAsking(false);
    if (fetcher.state !== "idle" || !plan) return;
    key.current ??= crypto.randomUUID();
    const body = { ...fields, memberCount: plan.memberCount, key: key.current };
    fetcher.submit(JSON.stringify(body), { method: "post", encType: "application/json" });
  };
  const errorOf = (name: string) => {
    const message = problems[name] ?? refusal?.fields[name]?.join(" ");
    return message ? { error: message } : {};
  };
  const amountMinor = checked.problems ? 0 : checked.amountMinor;
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          review();
        }}
      >
        <BlockStack gap="300">
          <RefusalBanner title="Nothing was granted" message={refusal?.message ?? null} />
          <RefusalBanner
            title="The number of members has changed, and nothing was granted"
            message={
              answer?.outcome === "members_changed"
                ? `There are ${countOf(answer.memberCount, "member")} now. Review the grant and confirm it again.`
                : null
            }
          />
          <RefusalBanner
            title="What you sent before is already being granted"
            message={
              answer?.outcome === "sent_before"
                ? "The form was changed after it had been sent, and that first version counts. Look at the latest grants, then grant again if you still want this one too."
                : null
            }
          />
          <div className="pn-pair">
            <Select
              label="Plan"
              options={plans.map(({ planId, label }) => ({ value: planId, label }))}
              value={plan?.planId ?? ""}
              onChange={(planId) => change({ planId })}
            />
            <TextField
              label="Amount for each"
              autoComplete="off"
              inputMode="decimal"
              suffix={currency}
              value={fields.amount}
              onChange={(amount) => change({ amount })}
              {...errorOf("amount")}
            />
          </div>
          <TextField
            label="Reason"
            autoComplete="off"
            maxLength={MAX_REASON_LENGTH}
            helpText="The members' histories show it."
            value={fields.reason}
            onChange={(reason) => change({ reason })}
            {...errorOf("reason")}
          />
          <Text as="p" tone="subdued">
            {plan?.policy}
          </Text>
          <Box>
            <Button
              submit
              variant="primary"
              loading={fetcher.state !== "idle"}
              disabled={plan?.memberCount === 0}
            >
              Review grant
            </Button>
          </Box>
          {plan?.memberCount === 0 && (
            <Text as="p" tone="subdued">
              This plan has no active members.
            </Text>
          )}
        </BlockStack>
      </form>
      <Dialog
        open={asking}
        title={`Grant ${formatMoney(amountMinor * (plan?.memberCount ?? 0), currency)} in all?`}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Go back</Button>
            <Button variant="primary" onClick={send}>
              Grant credit
            </Button>
          </>
        }
      >
        <BlockStack gap="200">
          <Text as="p">
            {`${countOf(plan?.memberCount ?? 0, "member")} of this plan get ${formatMoney(amountMinor, currency)} each, for “${fields.reason.trim()}”.`}
          </Text>
          <Text as="p">{plan?.policy}</Text>
        </BlockStack>
      </Dialog>
    </Card>
  );
}
