import type { ShopContext } from "../../../context.ts";
import { readCountableRules } from "../../rules/read-rules.ts";
import { retailerKey } from "../../rules/retailer-key.ts";
import type { RuleSettingsOf } from "../../rules/rule-types.ts";

/** What the store's rules say of receipts now. */
export interface ReceiptRules {
  /** When the first of them began. */
  since: Date;
  /** Retailers whose receipts count; null: of all. */
  retailers: string[] | null;
  /** Whether a retailer's receipts count without being looked at. */
  isApproved(retailer: string): boolean;
}

/** Null when no rule that counts now takes receipts. */
export async function readReceiptRules(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
): Promise<ReceiptRules | null> {
  const now = context.clock.now();
  const rules = (await readCountableRules(context)).flatMap(({ type, versions }) => {
    const latest = versions.at(-1);
    if (type !== "upload_receipt" || !latest?.isActive || latest.startsAt > now) return [];
    if (latest.endsAt && latest.endsAt <= now) return [];
    return [
      { startsAt: latest.startsAt, ...(latest.settings as RuleSettingsOf<"upload_receipt">) },
    ];
  });
  if (rules.length === 0) return null;
  const isOpen = rules.some(({ retailers }) => retailers.length === 0);
  return {
    since: new Date(Math.min(...rules.map(({ startsAt }) => startsAt.getTime()))),
    retailers: isOpen ? null : [...new Set(rules.flatMap(({ retailers }) => retailers))],
    // Where two rules count the same receipt, both have to trust it.
    isApproved: (name) =>
      rules
        .filter(({ retailers }) => retailers.length === 0 || isAmong(retailers, name))
        .every(({ auto_approve }) => auto_approve),
  };
}

/** Whether a retailer is one of those, however it is written. */
export function isAmong(retailers: readonly string[], name: string): boolean {
  return retailers.some((one) => retailerKey(one) === retailerKey(name));
}
