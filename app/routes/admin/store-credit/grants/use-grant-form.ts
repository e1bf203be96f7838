import { useState } from "react";
import { checkAdjustment } from "#app/domain/store-credit/adjustments/credit-adjustment.ts";
import { readTypedAmount } from "#app/lib/typed-amount.ts";
import type { Formats } from "#app/ui/format.ts";
import { showToast } from "#app/ui/show-toast.ts";
import { type FormError, useFormRequest } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import { useRequestKey } from "#app/ui/use-request-key.ts";
import type { GrantablePlan } from "./bulk-grant-view.ts";

type GrantAnswer =
  | { outcome: "started" | "sent_before" }
  | { outcome: "members_changed"; memberCount: number }
  | { outcome: "granted_lately"; at: string; by: string };

interface GrantFields {
  planId: string;
  amount: string;
  reason: string;
}

/** The fields of a grant to a plan, and its sending: sent twice, it is one grant. */
export function useGrantForm(plans: readonly GrantablePlan[], currency: string) {
  const [fields, setFields] = useState<GrantFields>({
    planId: plans[0]?.planId ?? "",
    amount: "",
    reason: "",
  });
  const [asking, setAsking] = useState(false);
  const [again, setAgain] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const key = useRequestKey();
  const form = useFormRequest<GrantAnswer>((answer) => {
    if (answer.outcome === "sent_before" || answer.outcome === "started") key.renew();
    setAgain(answer.outcome === "granted_lately");
    if (answer.outcome !== "started") return;
    setFields((before) => ({ ...before, amount: "", reason: "" }));
    showToast("Grant started");
  });
  const plan = plans.find(({ planId }) => planId === fields.planId) ?? plans[0];
  const formats = useFormats();
  const amount = readTypedAmount(fields.amount, formats.locale, currency);
  const checked = checkAdjustment(
    { reason: fields.reason, amount: amount.text ?? "", type: "manual admin adjustment" },
    currency,
  );
  return {
    fields,
    plan,
    amountMinor: checked.problems ? 0 : checked.amountMinor,
    isSending: form.isSending,
    asking,
    goBack: () => setAsking(false),
    change: (patch: Partial<GrantFields>) => {
      setFields((before) => ({ ...before, ...patch }));
      setProblems({});
      setAgain(false);
    },
    review: () => {
      const found: Record<string, string> = { ...checked.problems };
      if (amount.problem !== null) found.amount = amount.problem;
      if (!checked.problems && checked.amountMinor < 0) found.amount = "Must be above 0.";
      setProblems(found);
      setAsking(Object.keys(found).length === 0);
    },
    send: () => {
      setAsking(false);
      if (plan) form.send({ ...fields, memberCount: plan.memberCount, key: key.current(), again });
    },
    /** What is wrong with a field, as the field takes it. */
    errorOf: (name: keyof GrantFields): { error?: string } =>
      problems[name] ? { error: problems[name] } : form.errorOf(name),
    trouble: describeTrouble(form.answer, formats),
  };
}

/** Why nothing was granted, or not this; null when there is nothing to say. */
function describeTrouble(
  answer: GrantAnswer | FormError | undefined,
  formats: Formats,
): { title: string; message: string } | null {
  switch (answer?.outcome) {
    case "refused":
      return { title: "Nothing was granted", message: answer.message };
    case "members_changed":
      return {
        title: "The number of members has changed, and nothing was granted",
        message: `There are ${formats.count(answer.memberCount, "member")} now. Review the grant and confirm it again.`,
      };
    case "granted_lately":
      return {
        title: "The same was granted to this plan within the last 24 hours",
        message: `It began on ${answer.at}, by ${answer.by}. Nothing was granted now. If you mean to grant it once more, review the grant and confirm it again.`,
      };
    case "sent_before":
      return {
        title: "What you sent before is already being granted",
        message:
          "The form was changed after it had been sent, and that first version counts. Look at the latest grants, then grant again if you still want this one too.",
      };
    default:
      return null;
  }
}
