import { BlockStack, Box, Button, ButtonGroup, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Question } from "#app/ui/question.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { ChargeQuestion } from "../failed/charge-question.tsx";
import { CHARGE_WORDS } from "../failed/charge-words.ts";
import type { changeSubscription } from "./change-subscription.ts";
import type { SubscriptionView } from "./subscription-view.ts";

type Answer = Awaited<ReturnType<typeof changeSubscription>>;
type Asking = "charge" | "charge-failed" | "resume" | "pause" | "cancel" | "skip" | "reschedule";

const DONE: Readonly<Record<Answer["outcome"], string>> = {
  ...CHARGE_WORDS,
  paused: "Subscription paused",
  resumed: "Subscription resumed",
  canceled: "Subscription canceled",
  skipped: "Charge skipped",
  rescheduled: "Charge moved",
};

/** What a merchant can do to a subscription. What is not to be undone easily is asked first, with what will happen. */
export function ChangeActions({ subscription }: { subscription: SubscriptionView }) {
  const { status, isWaiting, next, failed, cycleIndex, unpaid, hasFixedDays } = subscription;
  const later = (day: string) =>
    hasFixedDays ? "stay on their fixed days" : `are counted from ${day}`;
  const [asking, setAsking] = useState<Asking | null>(null);
  const [days, setDays] = useState("30");
  const [day, setDay] = useState(next?.date ?? "");
  const { error, errorOf, isSending, send, dismissError } = useFormRequest<Answer>(
    ({ outcome }) => {
      setAsking(null);
      showToast(DONE[outcome]);
    },
  );
  const ask = (what: Asking) => {
    dismissError();
    setDay(next?.date ?? "");
    setAsking(what);
  };
  const canSkip = next !== null || failed !== null;
  const skip = () =>
    next
      ? send({ intent: "skip-next", dueAt: next.instant })
      : send({ intent: "skip-past-due", cycleIndex });
  const isField = error !== null && (error.fields.days ?? error.fields.day) !== undefined;
  return (
    <BlockStack gap="400">
      <ErrorBanner
        title="Nothing was changed"
        message={error && !isField && asking === null ? error.message : null}
      />
      {status !== "cancelled" && (
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <ButtonGroup>
            {failed && (
              <Button variant="primary" onClick={() => ask("charge-failed")}>
                Charge now
              </Button>
            )}
            {next && <Button onClick={() => ask("charge")}>Charge now</Button>}
            {canSkip && <Button onClick={() => ask("skip")}>Skip charge</Button>}
            {next && <Button onClick={() => ask("reschedule")}>Move charge</Button>}
            {isWaiting && <Button url="/app/subscriptions/imports">Waits for its import</Button>}
            {!isWaiting && status === "active" && (
              <Button onClick={() => ask("pause")}>Pause</Button>
            )}
            {!isWaiting && status !== "active" && (
              <Button
                loading={isSending}
                onClick={() => (unpaid === null ? send({ intent: "resume" }) : ask("resume"))}
              >
                Resume
              </Button>
            )}
            <Button tone="critical" onClick={() => ask("cancel")}>
              Cancel subscription
            </Button>
          </ButtonGroup>
        </Box>
      )}
      <ChargeQuestion
        charge={asking === "charge-failed" ? failed : null}
        {...{ isSending, error: error?.message ?? null, onClose: () => setAsking(null) }}
        onConfirm={({ attemptId }) => send({ intent: "charge", attemptId })}
      />
      <Question
        open={asking === "charge"}
        title="Charge now?"
        confirm={`Charge ${subscription.amount}`}
        {...{ isSending, onClose: () => setAsking(null) }}
        onConfirm={() => send({ intent: "charge-next", from: next?.instant })}
        error={error?.message ?? null}
      >
        <Text as="p">
          {`${subscription.customer} is charged ${subscription.amount} now, ${subscription.today}, instead of on ${next?.day}. Later charges ${later("today")}.`}
        </Text>
      </Question>
      <Question
        open={asking === "skip"}
        title="Skip this charge?"
        confirm="Skip charge"
        {...{ isSending, onClose: () => setAsking(null), onConfirm: skip }}
        error={error?.message ?? null}
      >
        <Text as="p">
          {next
            ? `${subscription.customer} is not charged ${subscription.amount} on ${next.day}, and gets nothing for it. The subscription goes on with the charge after it.`
            : `The failed charge of ${subscription.amount} is not retried. The subscription goes on with its next charge.`}
        </Text>
      </Question>
      <Question
        open={asking === "reschedule"}
        title="Move the next charge"
        confirm="Move charge"
        {...{ isSending, onClose: () => setAsking(null) }}
        onConfirm={() => send({ intent: "reschedule", from: next?.instant, day })}
        error={isField ? null : (error?.message ?? null)}
      >
        <TextField
          label="New day"
          type="date"
          autoComplete="off"
          value={day}
          onChange={setDay}
          helpText={`Later charges ${later("this day")}.`}
          {...errorOf("day")}
        />
      </Question>
      <Question
        open={asking === "resume"}
        title="Resume this subscription?"
        confirm="Resume subscription"
        {...{ isSending, onClose: () => setAsking(null) }}
        onConfirm={() => send({ intent: "resume" })}
        error={error?.message ?? null}
      >
        <Text as="p">
          {`The charge of ${unpaid} stays unpaid: it was given up with the pause, and resuming does not charge it. To be paid now, resume and choose Charge now: the next charge is then made today, and later ones ${later("today")}.`}
        </Text>
      </Question>
      <Question
        open={asking === "pause"}
        title="Pause this subscription?"
        confirm="Pause subscription"
        {...{ isSending, onClose: () => setAsking(null) }}
        onConfirm={() => send({ intent: "pause", days })}
        error={isField ? null : (error?.message ?? null)}
      >
        <TextField
          label="Days"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={days}
          onChange={setDays}
          helpText={`It resumes by itself then, and its next charge moves on by the same time${hasFixedDays ? ", to the fixed day that follows" : ""}. A failed charge is given up.`}
          {...errorOf("days")}
        />
      </Question>
      <Question
        open={asking === "cancel"}
        title="Cancel this subscription?"
        confirm="Cancel subscription"
        critical
        {...{ isSending, onClose: () => setAsking(null) }}
        onConfirm={() => send({ intent: "cancel" })}
        error={error?.message ?? null}
      >
        <Text as="p">
          {subscription.customer} is not charged any more, and keeps what is paid for until its end.
          A canceled subscription cannot be resumed: the customer has to subscribe again.
        </Text>
      </Question>
    </BlockStack>
  );
}
