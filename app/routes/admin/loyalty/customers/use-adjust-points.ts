import { useState } from "react";
import type { PointsAdjustmentInput } from "#app/domain/loyalty/points/points-adjustment.ts";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useRequestKey } from "#app/ui/use-request-key.ts";
import { adjustTrouble } from "../../adjust-trouble.ts";

type AdjustAnswer =
  | { outcome: "adjusted"; key: string; before: string; after: string }
  | { outcome: "sent_before"; key: string };

const EMPTY: PointsAdjustmentInput = { points: "", reason: "" };

/** The fields of an adjustment, and its sending: pressed twice, or sent again after a lost answer, it adjusts once. */
export function useAdjustPoints() {
  const [fields, setFields] = useState(EMPTY);
  const key = useRequestKey();
  const form = useFormRequest<AdjustAnswer>((answer) => {
    key.renew();
    if (answer.outcome === "sent_before") return;
    setFields(EMPTY);
    showToast(`Points adjusted: ${answer.before} before, ${answer.after} now`);
  });
  return {
    ...form,
    fields,
    change: (patch: Partial<PointsAdjustmentInput>) =>
      setFields((before) => ({ ...before, ...patch })),
    send: () => form.send({ ...fields, key: key.current() }),
    trouble: adjustTrouble(form.answer),
  };
}
