import { z } from "zod";
import { isAddress, withPlus } from "#app/lib/email-address.ts";

/** Somebody's e-mail address, which may have been sent with a raw plus. @param missing what is said without one. */
export function addressField(missing: string) {
  return z.string(missing).overwrite(withPlus).refine(isAddress, "Must be a valid e-mail address.");
}
