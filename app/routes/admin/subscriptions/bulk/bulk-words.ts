import type { BulkActionKind } from "#app/domain/bulk-actions/bulk-action-kinds.ts";

interface BulkWords {
  /** On the button. */
  button: string;
  /** "Pause 14 subscriptions". */
  verb: string;
  /** What becomes of those that the action is for. */
  effect: (amounts: string) => string;
  /** Why others stay as they are. */
  others: string;
  /** While it runs, and after. */
  running: string;
  done: string;
}

/** What the screens say of each bulk action. */
export const BULK_WORDS: Readonly<Record<BulkActionKind, BulkWords>> = {
  pause: {
    button: "Pause",
    verb: "Pause",
    effect: () =>
      "is paused for the days below. It resumes by itself, and its next charge moves on by the same time, to a fixed day where it has those. A failed charge is given up.",
    others: "is paused or canceled already",
    running: "Pausing",
    done: "Paused",
  },
  resume: {
    button: "Resume",
    verb: "Resume",
    effect: () =>
      "is resumed now. Its next charge moves on by the time that it was paused, to a fixed day where it has those.",
    others: "is not paused",
    running: "Resuming",
    done: "Resumed",
  },
  skip: {
    button: "Skip next charge",
    verb: "Skip the next charge of",
    effect: (amounts) =>
      `is not charged next time, and gets nothing for it: ${amounts} in total. It goes on with the charge after that.`,
    others: "has no next charge that can be skipped",
    running: "Skipping the next charge of",
    done: "Skipped the next charge of",
  },
  retry: {
    button: "Charge now",
    verb: "Charge",
    effect: (amounts) => `is charged again now: ${amounts} in total.`,
    others: "owes nothing",
    running: "Charging",
    done: "Charged",
  },
  cancel: {
    button: "Cancel subscriptions",
    verb: "Cancel",
    effect: () =>
      "is canceled for good: it is not charged any more, and cannot be resumed. What is paid for stays until its end.",
    others: "is canceled already",
    running: "Canceling",
    done: "Canceled",
  },
};
