import type { AnyRouteDeclaration } from "#app/http/declare-route.ts";

/** Whether an address has reached its announced end on the machine's clock: it answers that, and nothing else. */
export function isRetired({ api: { deprecation } }: Pick<AnyRouteDeclaration, "api">): boolean {
  return deprecation !== undefined && new Date() >= deprecation.sunset;
}
