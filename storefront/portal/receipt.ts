import type { Change, PortalAnswer } from "./answers.ts";
import { withPrices } from "./priced-sentences.ts";
import type { Sentences } from "./sentences.ts";
import type { WordKey } from "./words/en.ts";

const MADE: Record<Exclude<Change["action"], "renewal_credit">, WordKey> = {
  skip: "made_skip",
  move: "made_move",
  charge_now: "made_charge_now",
  pause: "made_pause",
  pause_until: "made_pause",
  resume: "made_resume",
  reactivate: "made_reactivate",
  withdraw: "made_withdraw",
  answer: "made_answer",
  change_frequency: "made_frequency",
  change_quantity: "made_quantity",
  change_variant: "made_variant",
  change_address: "made_address",
};

/** What was done, and when what is charged next. Comes with the forms, without which nothing is changed. */
export function receiptOf(
  change: Change,
  { contract, failed_charge, successor, unchanged }: PortalAnswer,
  sentences: Sentences,
): Node[] {
  const { say, date, priced } = withPrices(sentences);
  if (unchanged) return [say("unchanged")];
  // What came of the payment is known already, and stands above.
  if (change.action === "charge_now" && failed_charge) {
    return [document.createTextNode(failed_charge.message)];
  }
  const next_billing_date = successor?.next_charge_date ?? contract.next_billing_date;
  const next_charge_minor = successor?.next_charge_minor ?? contract.next_charge_minor;
  const made = [say(change.action === "renewal_credit" ? creditWord(change) : MADE[change.action])];
  // Of an answer it is not known yet whether the next charge has the new price; the charge of now is the next one until it is made.
  const isSilent = ["withdraw", "answer", "charge_now"].includes(change.action);
  if (!next_billing_date || isSilent) return made;
  const values = { date: date(next_billing_date) };
  const following = priced("following", next_charge_minor, contract, values);
  return [...made, document.createTextNode(" "), following];
}

const creditWord = ({ enabled }: { enabled: boolean }): WordKey =>
  enabled ? "made_credit_on" : "made_credit_off";
