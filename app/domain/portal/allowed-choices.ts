import type { PortalAction } from "../shops/portal-actions.ts";
import type { EditChoices } from "./edits/edit-choices.ts";
import type { PortalChoices } from "./portal-choices.ts";
import type { RenewalCredit } from "./renewal-credit.ts";

/** All that the owner of a subscription can change. */
export interface OwnChoices extends PortalChoices, Omit<EditChoices, "revision"> {
  /** Whether store credit pays renewals; null where there is none, or it cannot pay this one. */
  renewalCredit: RenewalCredit | null;
}

/** The choices without those that the merchant has switched off. Credit that pays renewals can always be kept from it. */
export function allowedChoices(choices: OwnChoices, off: ReadonlySet<PortalAction>): OwnChoices {
  const unless = <T>(action: PortalAction, choice: T): T | null =>
    off.has(action) ? null : choice;
  const { renewalCredit } = choices;
  return {
    ...choices,
    skip: unless("skip", choices.skip),
    move: unless("move", choices.move),
    chargeNow: unless("charge_now", choices.chargeNow),
    pauses: unless("pause", choices.pauses) ?? [],
    pauseUntil: unless("pause", choices.pauseUntil),
    frequencies: unless("frequency", choices.frequencies) ?? [],
    lines: choices.lines.map((line) => ({
      ...line,
      quantities: unless("quantity", line.quantities),
      variants: unless("variant", line.variants) ?? [],
    })),
    address: unless("address", choices.address),
    renewalCredit: renewalCredit?.paysRenewals
      ? renewalCredit
      : unless("renewal_credit", renewalCredit),
  };
}
