import type { LoyaltyFact } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../../context.ts";
import { drawCode } from "../../draw-code.ts";
import { readProgram } from "../../read-program.ts";
import type { CountableRule } from "../../rules/count-rule.ts";
import type { RuleSettingsOf } from "../../rules/rule-types.ts";
import { referral } from "../../rules/types/referral.ts";
import { lockHolder } from "../lock-holder.ts";

const LENGTH = 10;

/** The parameter of a link to the store that carries a code. */
const LINK_PARAMETER = "ref";

/** What a customer sees of their referrals. */
interface ReferralStanding {
  code: string;
  /** An address of the store's that carries the code. */
  link: string;
  /** Friends whose order may still be sent back, or is looked at by the merchant. */
  waiting: number;
  /** Friends whose order was kept, and was as large as a rule asks for. */
  counted: number;
}

/**
 * The code by which a customer refers friends, made when they ask for it first, and what came of it.
 *
 * @throws AppError not_found.
 */
export async function readReferrals(
  context: ShopContext,
  customerId: bigint,
): Promise<ReferralStanding> {
  const { db, shop } = context;
  const where = { shopId: shop.id, customerId };
  const orderBy = { createdAt: "asc" } as const;
  const known = await db.prisma.loyaltyReferralCode.findFirst({ where, orderBy });
  const code = known?.code ?? (await makeCode(context, customerId));
  const [all, ended, { rules }] = await Promise.all([
    db.prisma.loyaltyReferral.count({
      where: { shopId: shop.id, advocateId: customerId, status: { not: "rejected" } },
    }),
    db.prisma.loyaltyFact.findMany({
      where: { ...where, kind: "referral", key: { startsWith: "referral:" } },
      select: { happenedAt: true, data: true },
    }),
    readProgram(context),
  ]);
  const referralRules = rules.filter(({ type }) => type === "referral");
  return {
    code,
    link: `https://${shop.domain}/?${LINK_PARAMETER}=${code}`,
    waiting: Math.max(0, all - ended.length),
    counted: ended.filter((fact) => counts(fact, referralRules, shop)).length,
  };
}

type EndedReferral = Pick<LoyaltyFact, "happenedAt" | "data">;

/** Whether a rule of its time counts a friend whose return window is over: their order may have been too small. */
function counts(
  { happenedAt, data }: EndedReferral,
  rules: readonly CountableRule[],
  { currency, ianaTimezone: zone }: ShopContext["shop"],
): boolean {
  const fact = {
    kind: "referral",
    key: "",
    at: happenedAt,
    data: data as Record<string, unknown>,
  } as const;
  return rules.some(({ versions }) => {
    const version = versions.findLast(({ since }) => since <= happenedAt);
    const settings = version?.settings as RuleSettingsOf<"referral"> | undefined;
    return version?.isActive && settings && referral.countsAt(fact, settings, { currency, zone });
  });
}

async function makeCode({ db, shop, clock }: ShopContext, customerId: bigint): Promise<string> {
  return db.transaction(async (tx) => {
    const holder = await lockHolder(tx, shop.id, customerId);
    if (holder === null) throw new AppError("not_found", "There is no such customer.");
    const where = { shopId: shop.id, customerId: holder };
    for (;;) {
      const known = await tx.loyaltyReferralCode.findFirst({ where });
      if (known) return known.code;
      // One that somebody else has already is drawn again.
      await tx.loyaltyReferralCode.createMany({
        data: [{ ...where, code: drawCode(LENGTH), createdAt: clock.now() }],
        skipDuplicates: true,
      });
    }
  });
}
