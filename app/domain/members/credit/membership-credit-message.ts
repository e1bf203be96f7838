import { formatMinor } from "#app/lib/money.ts";

/** What the timeline says of a membership's credit: of one that money paid for in part it says why it is less. Amounts in minor units. */
export function membershipCreditMessage(
  { name, currency }: { name: string; currency: string },
  { amountMinor, wholeMinor }: { amountMinor: number; wholeMinor: number },
): string {
  const message = `Membership credit for order ${name}`;
  if (amountMinor === wholeMinor) return message;
  const [part, whole] = [amountMinor, wholeMinor].map((minor) => formatMinor(minor, currency));
  return `${message}: ${part} of ${whole} ${currency}, for the part that was paid with money`;
}
