import { AppError } from "#app/lib/app-error.ts";

const NO_SUCH_PAGE = "This page doesn't exist.";

/**
 * Reads the internal id that a page's address names: `addressId(params.customerId)`. No page can forget that an address may
 * say anything, because it is answered here.
 *
 * @throws Response 404 for anything that no id looks like.
 */
export function addressId(text: string | undefined): bigint {
  const id = toId(text ?? "");
  if (id === null) throw new Response(NO_SUCH_PAGE, { status: 404 });
  return id;
}

/**
 * Reads an internal id that a form sends. It does not take what an address may lack: that is addressId's.
 *
 * @throws AppError not_found for anything that no id looks like.
 */
export function readId(text: string): bigint {
  const id = toId(text);
  if (id === null) throw new AppError("not_found", NO_SUCH_PAGE);
  return id;
}

function toId(text: string): bigint | null {
  return /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : null;
}
