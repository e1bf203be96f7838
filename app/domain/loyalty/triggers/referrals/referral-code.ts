import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../../context.ts";
import { drawCode } from "../../draw-code.ts";
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
  /** Friends who count. */
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
  const [all, counted] = await Promise.all([
    db.prisma.loyaltyReferral.count({
      where: { shopId: shop.id, advocateId: customerId, status: { not: "rejected" } },
    }),
    db.prisma.loyaltyFact.count({
      where: { ...where, kind: "referral", key: { startsWith: "referral:" } },
    }),
  ]);
  return {
    code,
    link: `https://${shop.domain}/?${LINK_PARAMETER}=${code}`,
    waiting: Math.max(0, all - counted),
    counted,
  };
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
