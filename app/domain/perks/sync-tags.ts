import type { CustomerTag } from "#app/generated/prisma/client.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { readWantedTags } from "./wanted-tags.ts";

/**
 * Makes a customer's tags on the platform those that their memberships give now. A tag that the customer had before is never
 * taken off: what is about to be added is written down first, so that a repeat after a crash knows its own. Safe to
 * repeat. Two runs for one customer never overlap, and a change that comes during one asks for another.
 *
 * @param customerId internal id.
 * @throws PlatformFailure, so that the job is tried again.
 */
export async function syncTags(context: ShopContext, customerId: bigint): Promise<void> {
  const { prisma } = context.db;
  const shopId = context.shop.id;
  const customer = await prisma.customer.findUniqueOrThrow({
    where: { shopId_id: { shopId, id: customerId } },
  });
  if (customer.redactedAt || customer.mergedIntoId) return;
  const platformId = Number(customer.platformCustomerId);
  const [wanted, known] = [
    await readWantedTags(context, customerId),
    await prisma.customerTag.findMany({ where: { shopId, customerId } }),
  ];
  if (wanted.length === 0 && known.length === 0) return;
  const present = await context.platform.listCustomerTags(platformId);
  if (present === null) return;
  const has = (tags: readonly string[], tag: string) => tags.some((one) => isSame(one, tag));
  for (const tag of wanted) {
    const row = known.find((one) => isSame(one.tag, tag));
    await giveTag(context, { customerId, platformId, tag, row, isPresent: has(present, tag) });
  }
  for (const row of known) {
    if (!has(wanted, row.tag)) await takeTag(context, row, platformId);
  }
}

/** The platform knows a tag whatever its capitals. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

interface TagToGive {
  customerId: bigint;
  platformId: number;
  tag: string;
  row: CustomerTag | undefined;
  isPresent: boolean;
}

async function giveTag(
  context: ShopContext,
  { customerId, platformId, tag, row, isPresent }: TagToGive,
): Promise<void> {
  if (isPresent && (row?.state === "held" || row?.state === "foreign")) return;
  if (isPresent && !row) return write(context, customerId, tag, "foreign");
  await write(context, customerId, row?.tag ?? tag, "adding");
  await context.platform.addCustomerTag(platformId, row?.tag ?? tag);
  await context.db.transaction(async (tx) => {
    const { count } = await tx.customerTag.updateMany({
      where: { shopId: context.shop.id, customerId, tag: row?.tag ?? tag, state: "adding" },
      data: { state: "held", updatedAt: context.clock.now() },
    });
    if (count === 0) return;
    await recordActivity(context, tx, {
      kind: "customer.tag_added",
      message: `The customer tag “${tag}” was added: a membership gives it.`,
      customerId,
    });
  });
}

async function takeTag(context: ShopContext, row: CustomerTag, platformId: number): Promise<void> {
  const { customerId, tag, state } = row;
  const where = { shopId: context.shop.id, customerId, tag };
  if (state === "foreign") {
    await context.db.prisma.customerTag.deleteMany({ where });
    return;
  }
  await write(context, customerId, tag, "removing");
  await context.platform.removeCustomerTag(platformId, tag);
  await context.db.transaction(async (tx) => {
    const { count } = await tx.customerTag.deleteMany({ where: { ...where, state: "removing" } });
    if (count === 0) return;
    await recordActivity(context, tx, {
      kind: "customer.tag_removed",
      message: `The customer tag “${tag}” was removed: no membership gives it any longer.`,
      customerId,
    });
  });
}

async function write(
  context: ShopContext,
  customerId: bigint,
  tag: string,
  state: "adding" | "foreign" | "removing",
): Promise<void> {
  const updatedAt = context.clock.now();
  const shopId = context.shop.id;
  await context.db.prisma.customerTag.upsert({
    where: { shopId_customerId_tag: { shopId, customerId, tag } },
    create: { shopId, customerId, tag, state, updatedAt },
    update: { state, updatedAt },
  });
}
