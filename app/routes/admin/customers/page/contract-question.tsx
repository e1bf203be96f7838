import { Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { Question } from "#app/ui/question.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { changeSubscription } from "../../subscriptions/page/change-subscription.ts";
import type { ContractView } from "./customer-view.ts";

/** What is asked before one of the customer's contracts is changed. */
export interface Asked {
  what: "pause" | "resume" | "skip" | "cancel";
  contract: ContractView;
}

const WORDS = {
  pause: { title: "Pause this subscription?", confirm: "Pause subscription", done: "paused" },
  resume: { title: "Resume this subscription?", confirm: "Resume subscription", done: "resumed" },
  skip: { title: "Skip this charge?", confirm: "Skip charge", done: "charge skipped" },
  cancel: { title: "Cancel this subscription?", confirm: "Cancel subscription", done: "canceled" },
} as const;

/** Asks, and has the subscription's own page do it. */
export function ContractQuestion({
  asked,
  customer,
  onClose,
}: {
  asked: Asked | null;
  customer: string;
  onClose: () => void;
}) {
  // The key starts a new dialog for each question and each contract.
  return asked === null ? null : (
    <OpenQuestion key={`${asked.what} ${asked.contract.id}`} {...{ asked, customer, onClose }} />
  );
}

function OpenQuestion({
  asked: { what, contract },
  customer,
  onClose,
}: {
  asked: Asked;
  customer: string;
  onClose: () => void;
}) {
  const [days, setDays] = useState("30");
  const words = WORDS[what];
  const form = useFormRequest<Awaited<ReturnType<typeof changeSubscription>>>(() => {
    showToast(`${contract.plan}: ${words.done}`);
    onClose();
  });
  const isField = form.error?.fields.days !== undefined;
  const bodies = {
    pause: { intent: "pause", days },
    resume: { intent: "resume" },
    skip: { intent: "skip-next", dueAt: contract.skip?.instant },
    cancel: { intent: "cancel" },
  };
  return (
    <Question
      open
      title={words.title}
      confirm={words.confirm}
      critical={what === "cancel"}
      isSending={form.isSending}
      error={isField ? null : (form.error?.message ?? null)}
      onClose={onClose}
      onConfirm={() => form.send(bodies[what], { action: `/app/subscriptions/${contract.id}` })}
    >
      <Text as="p" fontWeight="semibold">
        {`${contract.plan}, contract ${contract.contract}`}
      </Text>
      {what === "pause" ? (
        <TextField
          label="Days"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={days}
          onChange={setDays}
          helpText="It resumes by itself then, and its next charge moves on by the same time, to a fixed day where it has those. A failed charge is given up."
          {...form.errorOf("days")}
        />
      ) : (
        <Text as="p">{effectOf(what, contract, customer)}</Text>
      )}
    </Question>
  );
}

function effectOf(what: "resume" | "skip" | "cancel", contract: ContractView, customer: string) {
  if (what === "resume") {
    return "It is charged again from now on. Its next charge moves on by the time that it was paused, to a fixed day where it has those.";
  }
  if (what === "skip") {
    return `${customer} is not charged ${contract.amount} on ${contract.skip?.day}, and gets nothing for it. The subscription goes on with the charge after it.`;
  }
  return `${customer} is not charged any more, and keeps what is paid for until its end. A canceled subscription cannot be resumed: the customer has to subscribe again.`;
}
