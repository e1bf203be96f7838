/**
 * What every idempotency key is kept under, by the ledger's functions too: a key that one operation of a store has used is
 * refused by every other. The name is from the days when credit alone had keys; stored rows carry it.
 */
export const KEY_PURPOSE = "store-credit";
