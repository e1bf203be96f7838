import type { ContractImportLine } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { mapInSlices } from "#app/lib/pace-work.ts";
import { partsOf } from "#app/lib/parts-of.ts";
import type { IntervalUnit } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../context.ts";
import { findCustomersOfLines } from "../customers/find-customers-of-lines.ts";
import { customerNumber, matchCustomers } from "../customers/match-customer.ts";
import { describeOtherCurrency, readCurrencies } from "../shops/other-currency.ts";
import { deliveryIntervalOf } from "../subscriptions/delivery-columns.ts";
import {
  type CheckedLine,
  checkLine,
  type ImportFacts,
  type ImportPlan,
  variantNumber,
} from "./lines/check-line.ts";
import type { ImportCells, ImportLineText } from "./lines/read-import-file.ts";

/** So many lines are written or looked up at once: no part of it holds the event loop for long. */
const LINES_AT_ONCE = 250;
const LOOKED_UP_AT_ONCE = 1_000;

/**
 * Checks each line of an import against the store and the platform, and writes down what would be made of it. Makes
 * nothing. Safe to repeat.
 *
 * @throws PlatformFailure: the task is tried again.
 */
export async function checkImport(context: ShopContext, importId: bigint): Promise<void> {
  const { shop, db } = context;
  const key = { shopId_id: { shopId: shop.id, id: importId } };
  const row = await db.prisma.contractImport.findUniqueOrThrow({ where: key });
  if (row.state !== "checking") return;
  const stored = await db.prisma.contractImportLine.findMany({
    where: { shopId: shop.id, importId },
    orderBy: { position: "asc" },
  });
  const lines = stored.map(toText);
  const facts = await gatherFacts(context, lines);
  const checked = await mapInSlices(lines, (line) => checkLine(line, facts));
  const count = (is: (line: CheckedLine) => boolean) => checked.filter(is).length;
  const problemCount = count(({ problems }) => problems.length > 0);
  const repeatedCount = count(({ isRepeated }) => isRepeated);
  await db.transaction(async (tx) => {
    const { count: mine } = await tx.contractImport.updateMany({
      where: { shopId: shop.id, id: importId, state: "checking" },
      data: {
        ...{ state: "checked", problemCount, repeatedCount, keptZone: facts.zone },
        readyCount: checked.length - problemCount - repeatedCount,
      },
    });
    if (mine > 0) await writeChecks(tx, { shopId: shop.id, importId }, checked);
  });
}

/** Unconfirmed lines keep what was written, except those of a person who was erased. */
function toText({ position, line, cells }: ContractImportLine): ImportLineText {
  return { position, line, cells: (cells ?? EMPTY) as ImportCells };
}

const EMPTY = new Proxy({}, { get: () => "" });

async function gatherFacts(
  context: ShopContext,
  lines: readonly ImportLineText[],
): Promise<ImportFacts> {
  const { shop, db, clock, platform } = context;
  const customers = await findCustomersOfLines(
    context,
    lines.map(({ cells }) => ({ number: customerNumber(cells.customer), email: cells.email })),
  );
  const variantIds = new Set(lines.flatMap(({ cells }) => variantNumber(cells.variant) ?? []));
  return {
    currency: shop.currency,
    otherCurrency: describeOtherCurrency(await readCurrencies(db.prisma, shop.id)),
    zone: shop.ianaTimezone,
    now: clock.now(),
    findCustomer: matchCustomers(customers),
    plans: await findPlans(context),
    variants: await platform.listVariants([...variantIds]),
    paymentMethods: await platform.listPaymentMethods(
      customers.map(({ platformCustomerId }) => Number(platformCustomerId)),
    ),
    linesOfId: new Map(
      [...Map.groupBy(lines, ({ cells }) => cells.external_id)].map(([id, same]) => [
        id,
        same.map(({ line }) => line),
      ]),
    ),
    importedBefore: await findImported(context, lines),
  };
}

async function findPlans({ db, shop, platform }: ShopContext): Promise<ImportPlan[]> {
  const groups = await db.prisma.planGroup.findMany({
    where: { shopId: shop.id, removedAt: null },
    include: { plans: { where: { removedAt: null } } },
  });
  const plans: ImportPlan[] = [];
  for (const group of groups) {
    const products = await platform.listPlanGroupProducts(Number(group.platformGroupId));
    const productIds = new Set((products ?? []).map(({ productId }) => productId));
    for (const plan of group.plans) {
      const { id, platformPlanId, name, intervalUnit, intervalCount } = plan;
      const interval =
        intervalUnit && intervalCount
          ? { unit: intervalUnit as IntervalUnit, count: intervalCount }
          : null;
      plans.push({
        ...{ id, name, interval, productIds },
        deliveryInterval: deliveryIntervalOf(plan),
        platformPlanId: String(platformPlanId),
        groupName: group.name,
      });
    }
  }
  return plans;
}

/** The file that has brought an id already. */
async function findImported(
  { db, shop }: ShopContext,
  lines: readonly ImportLineText[],
): Promise<Map<string, string>> {
  const imported = new Map<string, string>();
  for (const some of partsOf(lines, LOOKED_UP_AT_ONCE)) {
    const { rows } = await db.pool.query<{ external_id: string; name: string }>(
      `SELECT l.external_id, i.name FROM unnest($2::text[]) AS given (id)
       CROSS JOIN LATERAL (SELECT * FROM contract_import_lines WHERE shop_id = $1 AND external_id = given.id AND state IN ('creating', 'created', 'active') LIMIT 1) l
       CROSS JOIN LATERAL (SELECT * FROM contract_imports WHERE shop_id = $1 AND id = l.import_id LIMIT 1) i`,
      [String(shop.id), some.map(({ cells }) => cells.external_id)],
    );
    for (const { external_id, name } of rows) imported.set(external_id, name);
  }
  return imported;
}

async function writeChecks(
  tx: Queries,
  { shopId, importId }: { shopId: bigint; importId: bigint },
  checked: readonly CheckedLine[],
): Promise<void> {
  for (const some of partsOf(checked, LINES_AT_ONCE)) {
    const rows = JSON.stringify(some.map(toRow));
    // The rows are there: what is inserted goes by their key to its conflict (record 170).
    await tx.$executeRaw`
      INSERT INTO contract_import_lines (shop_id, import_id, position, line, external_id, customer_id, plan_id,
        variant_id, product_title, quantity, price_minor, delivery_minor, interval_unit, interval_count,
        delivery_unit, delivery_count, next_billing_at, started_at, payment_method, problems, notices, state)
      SELECT l.shop_id, l.import_id, r.position, l.line, l.external_id, r.customer_id, r.plan_id,
        r.variant_id, r.product_title, r.quantity, r.price_minor, r.delivery_minor, r.interval_unit, r.interval_count,
        r.delivery_unit, r.delivery_count, r.next_billing_at, r.started_at, r.payment_method, r.problems, r.notices, r.state
      FROM jsonb_to_recordset(${rows}::jsonb) AS r (position integer, customer_id bigint, plan_id bigint,
        variant_id bigint, product_title text, quantity integer, price_minor bigint, delivery_minor bigint,
        interval_unit text, interval_count integer, delivery_unit text, delivery_count integer, next_billing_at timestamptz, started_at timestamptz,
        payment_method text, problems text[], notices text[], state text)
      CROSS JOIN LATERAL (
        SELECT shop_id, import_id, line, external_id FROM contract_import_lines
        WHERE shop_id = ${shopId} AND import_id = ${importId} AND position = r.position LIMIT 1) l
      ON CONFLICT (shop_id, import_id, position) DO UPDATE
      SET customer_id = excluded.customer_id, plan_id = excluded.plan_id, variant_id = excluded.variant_id,
        product_title = excluded.product_title, quantity = excluded.quantity, price_minor = excluded.price_minor,
        delivery_minor = excluded.delivery_minor, interval_unit = excluded.interval_unit,
        interval_count = excluded.interval_count, delivery_unit = excluded.delivery_unit,
        delivery_count = excluded.delivery_count, next_billing_at = excluded.next_billing_at,
        started_at = excluded.started_at, payment_method = excluded.payment_method, problems = excluded.problems,
        notices = excluded.notices, state = excluded.state`;
  }
}

function toRow(line: CheckedLine) {
  const text = (id: bigint | null) => (id === null ? null : String(id));
  return {
    position: line.position,
    customer_id: text(line.customerId),
    plan_id: text(line.planId),
    variant_id: line.variantId,
    product_title: line.productTitle,
    quantity: line.quantity,
    price_minor: line.priceMinor,
    delivery_minor: line.deliveryMinor,
    interval_unit: line.intervalUnit,
    interval_count: line.intervalCount,
    delivery_unit: line.deliveryUnit,
    delivery_count: line.deliveryCount,
    next_billing_at: line.nextBillingAt,
    started_at: line.startedAt,
    payment_method: line.paymentMethod,
    problems: line.problems,
    notices: line.notices,
    state: line.isRepeated ? "repeated" : null,
  };
}
