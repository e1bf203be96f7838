import { CREDIT_TYPES, type CreditMovement } from "#app/domain/ledger/movement.ts";

/**
 * The movement with this number in one round of crashes: the same whoever makes it, so that one which got no
 * answer can be made again. Two give for each one that takes.
 */
export function crashMovement(
  round: string,
  number: number,
  customers: readonly bigint[],
): CreditMovement {
  const size = 1 + ((number * 7919) % 500);
  return {
    customerId: customers[(number * 31) % customers.length] ?? 0n,
    unit: "money",
    amountMinor: number % 3 === 0 ? -size : size,
    typeCode: CREDIT_TYPES.adjustment,
    message: "Under way when something was killed",
    sourceKey: `${round}:${number}`,
  };
}
