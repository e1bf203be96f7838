/**
 * The custom attribute that a contract made by this app carries its key in. The platform copies a contract's
 * attributes onto the orders of its charges, where merchants may read it.
 */
const KEY_ATTRIBUTE = "_perennial_import";

interface Attribute {
  key: string;
  value: string | null;
}

export function writeContractKey(key: string): { key: string; value: string } {
  return { key: KEY_ATTRIBUTE, value: key };
}

/** Null for a contract that a checkout made. */
export function readContractKey(attributes: readonly Attribute[]): string | null {
  return attributes.find(({ key }) => key === KEY_ATTRIBUTE)?.value ?? null;
}

/** What others wrote to a contract. */
export function withoutContractKey(attributes: readonly Attribute[]): Attribute[] {
  return attributes.filter(({ key }) => key !== KEY_ATTRIBUTE);
}
