const PAID = ["paid", "partially_refunded", "refunded"];

/** Whether the platform has received the whole price, whatever was paid back since. */
export function wasPaid({ financialStatus }: { financialStatus: string }): boolean {
  return PAID.includes(financialStatus);
}

/** Whether a dispute has taken the payment back for now: a question of the customer's bank has not. */
export function isLostSoFar({ kind, status }: { kind: string; status: string }): boolean {
  return kind === "chargeback" && status !== "won";
}
