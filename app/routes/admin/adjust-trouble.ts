import type { FormError } from "#app/ui/use-form-request.ts";

/** Why nothing was adjusted, or not by what was sent last; null when there is nothing to say. */
export function adjustTrouble(
  answer: { outcome: "adjusted" | "sent_before" } | FormError | undefined,
): { title: string; message: string } | null {
  if (answer?.outcome === "refused") {
    return { title: "Nothing was adjusted", message: answer.message };
  }
  if (answer?.outcome !== "sent_before") return null;
  return {
    title: "What you sent before was already applied",
    message:
      "The form was changed after it had been sent, and that first version counts. Look at the timeline, then send the form again if you still want this one too.",
  };
}
