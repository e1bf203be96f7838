import { make } from "#storefront/make.ts";
import type { PortalAnswer } from "./answers.ts";
import type { Sentences } from "./sentences.ts";

/**
 * Until when a membership gives what it gives, for a change after which it may be charged later: nobody has paid for the time
 * between. None for products.
 */
export function benefitsUntil(
  { contract }: Pick<PortalAnswer, "contract">,
  { say, date }: Pick<Sentences, "say" | "date">,
): Node[] {
  if (contract.kind !== "membership") return [];
  const { ends_on } = contract;
  const says = ends_on ? say("benefits_until", { end: date(ends_on) }) : say("benefits_later");
  return [make("p", {}, says)];
}
