import { type ComplianceRequest, Prisma } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import { renewExportFiles } from "../data-export/files/renew-export-files.ts";
import { recordEvent } from "../events/record-event.ts";
import { erasePerson } from "./erase-person.ts";
import type { Identity, LineKey } from "./find-by-address.ts";
import { forgetAnswers } from "./forget-answers.ts";
import { identifyPerson, type RequestedPerson } from "./identify-person.ts";
import { eraseViewsAbout } from "./saved-views-about.ts";

/**
 * Erases a person: names, addresses and the notes they wrote, and what the platform names in its request, whether there is a row of
 * the person or not. What remains (contracts, ledger entries, figures) refers to a number that no longer leads to anyone, and the
 * ledger still balances. Safe to repeat.
 */
export async function eraseCustomer(context: ShopContext, requestId: bigint): Promise<void> {
  const shopId = context.shop.id;
  const key = { shopId_id: { shopId, id: requestId } };
  const at = new Date();
  await context.db.transaction(async (tx) => {
    const request = await tx.complianceRequest.findUniqueOrThrow({ where: key });
    if (request.completedAt) return;
    // As all do who record an event: taken before the rows of customers, so that no two deadlock.
    await tx.$executeRaw`SELECT lock_shop_writes(${shopId})`;
    const person = await identifyPerson(tx, request);
    const rows = [...(person.customer ? [person.customer] : []), ...person.merged];
    if (request.platformCustomerId !== null) {
      const setAside = { shopId, kind: "customer", key: String(request.platformCustomerId) };
      await tx.setAside.deleteMany({ where: setAside });
    }
    // First what is found by the address, which may be all that identifies the person.
    await eraseLines(tx, shopId, person.lines);
    await eraseOrders(tx, shopId, person.orders, at);
    await eraseViewsAbout(tx, shopId, [...rows, addressOf(request)]);
    for (const identity of person.identities) {
      await forgetAnswers(tx, identity);
      await forgetCollected(tx, identity);
    }
    for (const row of rows) await erasePerson(tx, row, at);
    await renewExportFiles(tx, shopId);
    for (const { id } of rows) {
      await recordEvent(context, tx, "customer.updated", { customer_id: String(id) });
    }
    if (person.orders.length > 0) {
      await recordEvent(context, tx, "order.restated", { order_ids: person.orders.map(String) });
    }
    const found = rows.length + person.orders.length > 0;
    await tx.complianceRequest.update({
      where: key,
      data: { completedAt: at, result: { found }, email: null, platformOrderIds: [] },
    });
  });
}

const addressOf = ({ email }: ComplianceRequest) => ({ email, firstName: null, lastName: null });

const placesOf = (keys: readonly LineKey[]) => ({
  files: keys.map(({ fileId }) => fileId),
  positions: keys.map(({ position }) => position),
});

/** Data that was collected for the person earlier is theirs too, also where there is no row of them. */
async function forgetCollected(tx: Queries, { shopId, platformCustomerId }: Identity) {
  if (platformCustomerId === null) return;
  await tx.complianceRequest.updateMany({
    where: { shopId, platformCustomerId, topic: "customers/data_request" },
    data: { result: Prisma.DbNull },
  });
}

/** Replaces the problems of a line, which may repeat what was written in it. */
const LINE_ERASED = "What this line had was erased with its customer.";

/**
 * Lines of the merchant's files: whom they name, and of a line with problems all that was written in it. What was typed where an amount,
 * a type or a day belongs may be anything.
 */
async function eraseLines(tx: Queries, shopId: bigint, lines: RequestedPerson["lines"]) {
  const credit = placesOf(lines.creditLines);
  await tx.$executeRaw`
    UPDATE credit_file_lines l SET customer = '', email = '', reason = '',
      amount = CASE WHEN l.problems = '{}' THEN l.amount ELSE '' END,
      type = CASE WHEN l.problems = '{}' THEN l.type ELSE '' END,
      currency = CASE WHEN l.problems = '{}' THEN l.currency ELSE '' END,
      expires = CASE WHEN l.problems = '{}' THEN l.expires ELSE '' END
    FROM unnest(${credit.files}::bigint[], ${credit.positions}::integer[]) AS k (file_id, position)
    WHERE l.shop_id = ${shopId} AND l.file_id = k.file_id AND l.position = k.position`;
  const loyalty = placesOf(lines.loyaltyLines);
  await tx.$executeRaw`
    UPDATE loyalty_file_lines l SET customer = '', email = '', reason = '',
      tier = CASE WHEN l.problems = '{}' THEN l.tier ELSE '' END,
      written = CASE WHEN l.problems = '{}' THEN l.written ELSE '' END,
      expires = CASE WHEN l.problems = '{}' THEN l.expires ELSE '' END
    FROM unnest(${loyalty.files}::bigint[], ${loyalty.positions}::integer[]) AS k (file_id, position)
    WHERE l.shop_id = ${shopId} AND l.file_id = k.file_id AND l.position = k.position`;
  const imported = placesOf(lines.importLines);
  // The old app's id may be an address. Another one in its place keeps each id's line the only one with it.
  await tx.$executeRaw`
    UPDATE contract_import_lines l SET cells = NULL, external_id = 'erased-' || l.import_id || '-' || l.position, notices = '{}',
      problems = CASE WHEN l.problems = '{}' THEN l.problems ELSE ARRAY[${LINE_ERASED}] END
    FROM unnest(${imported.files}::bigint[], ${imported.positions}::integer[]) AS k (import_id, position)
    WHERE l.shop_id = ${shopId} AND l.import_id = k.import_id AND l.position = k.position`;
}

/** Orders that are found without a row of their person. News of them brings nothing back. */
async function eraseOrders(tx: Queries, shopId: bigint, ids: readonly bigint[], at: Date) {
  await tx.$executeRaw`
    UPDATE orders o SET email = NULL, customer_name = NULL, redacted_at = ${at}
    FROM unnest(${ids}::bigint[]) AS k (id)
    WHERE o.shop_id = ${shopId} AND o.id = k.id`;
}
