/**
 * The platform's number of a customer out of what an interface is sent: digits, with or without zeros before them, or
 * `gid://platform/Customer/<n>`. Null for any other text. 0 is nobody's.
 */
export function readCustomerNumber(text: string): number | null {
  const digits = /^(?:gid:\/\/platform\/Customer\/)?0*(\d{1,16})$/.exec(text)?.[1];
  const number = Number(digits ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : null;
}
