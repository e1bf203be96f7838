import type { ChargeErrorCode } from "#app/platform/platform-charge-error.ts";
import { customerMustAct } from "./declines/customer-must-act.ts";
import { data } from "./declines/data.ts";
import type { DeclineClass } from "./declines/decline-class.ts";
import { inventory } from "./declines/inventory.ts";
import { later } from "./declines/later.ts";
import { never } from "./declines/never.ts";
import { technical } from "./declines/technical.ts";

export type DeclineClassName =
  | "technical"
  | "later"
  | "customer_must_act"
  | "data"
  | "never"
  | "inventory";

/** The modules of all classes: a new class is one more module, and the compiler asks for it here. */
export const DECLINE_CLASSES: Readonly<Record<DeclineClassName, DeclineClass>> = {
  technical,
  later,
  customer_must_act: customerMustAct,
  data,
  never,
  inventory,
};

/** What happened, for each code. A code of the platform that is in no class is an error of the compiler here. */
export const WHAT_HAPPENED = {
  ...technical.codes,
  ...later.codes,
  ...customerMustAct.codes,
  ...data.codes,
  ...never.codes,
  ...inventory.codes,
} satisfies Record<ChargeErrorCode, string>;

/** A charge that has failed: its currency, and the store's on the platform where that is why. */
interface FailedIn {
  code: ChargeErrorCode;
  currency: string;
  storeCurrency: string | null;
}

/** What happened, in a sentence: of the code, or of the store's currency where that is the cause. */
export function whatHappened({ code, currency, storeCurrency }: FailedIn): string {
  if (storeCurrency === null) return WHAT_HAPPENED[code];
  return `The store's currency on the platform was ${storeCurrency}, and the charge is in ${currency}.`;
}

/** A code that this version knows: the platform may add some at any time. */
export function knownErrorCode(code: string): ChargeErrorCode {
  return Object.hasOwn(WHAT_HAPPENED, code) ? (code as ChargeErrorCode) : "UNEXPECTED_ERROR";
}

/** The class that a code belongs to. */
export function declineClassOf(code: ChargeErrorCode): DeclineClassName {
  for (const name of Object.keys(DECLINE_CLASSES) as DeclineClassName[]) {
    if (code in DECLINE_CLASSES[name].codes) return name;
  }
  throw new Error(`no class has the code ${code}`);
}
