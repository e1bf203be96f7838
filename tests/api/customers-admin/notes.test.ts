import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { collectCustomerData } from "#app/domain/compliance/collect-customer-data.ts";
import { eraseCustomer } from "#app/domain/compliance/erase-customer.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { moveRows } from "#app/domain/customer-merges/move-rows.ts";
import { getCustomer } from "#app/domain/customers/get-customer.ts";
import { addNote, deleteNote, editNote } from "#app/domain/customers/notes/change-notes.ts";
import { listNotes } from "#app/domain/customers/notes/list-notes.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  const shop = await testApp.createShop();
  context = { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } };
});

const oneCustomer = async () => (await createCustomers(context, 1))[0] ?? 0n;
const bodies = async (customerId: bigint) =>
  (await listNotes(context, customerId, { limit: 10, offset: 0 })).notes.map(({ body }) => body);

/** A request of the platform's about this customer, as its webhook leaves it. */
async function request(customerId: bigint, topic: string): Promise<bigint> {
  const { platformCustomerId } = await getCustomer(context, customerId);
  const row = await context.db.prisma.complianceRequest.create({
    data: {
      shopId: context.shop.id,
      topic,
      platformCustomerId: BigInt(platformCustomerId),
      webhookId: crypto.randomUUID(),
      receivedAt: new Date(),
    },
  });
  return row.id;
}

test("notes are listed newest first with who wrote and who changed them", async () => {
  const id = await oneCustomer();
  const first = await addNote(context, id, "  First  ");
  await addNote(context, id, "Second");
  expect(await bodies(id)).toEqual(["Second", "First"]);
  const bob = { ...context, actor: { kind: "merchant", name: "Bob" } as const };
  await editNote(bob, id, first, "First, better");
  const { notes, hasMore } = await listNotes(context, id, { limit: 1, offset: 1 });
  expect(hasMore).toBe(false);
  expect(notes).toMatchObject([
    { body: "First, better", authorName: "Ada", editorName: "Bob", editedAt: expect.any(Date) },
  ]);
  await deleteNote(context, id, first);
  await deleteNote(context, id, first);
  expect(await bodies(id)).toEqual(["Second"]);
});

test("a note that is blank, too long, deleted or about somebody else is refused", async () => {
  const [id = 0n, other = 0n] = await createCustomers(context, 2);
  const note = await addNote(context, id, "Mine");
  await expect(addNote(context, id, " \n ")).rejects.toMatchObject({
    fields: { body: ["Write a note."] },
  });
  await expect(addNote(context, id, "x".repeat(2001))).rejects.toMatchObject({
    code: "invalid_input",
  });
  for (const change of [
    () => editNote(context, other, note, "Theirs"),
    () => addNote(context, 999_999_999n, "Nobody's"),
  ]) {
    await expect(change()).rejects.toMatchObject({ code: "not_found" });
  }
  await deleteNote(context, other, note);
  const stranger = await (await testApp.createShop()).context();
  await expect(addNote(stranger, id, "Spy")).rejects.toMatchObject({ code: "not_found" });
  await deleteNote(stranger, id, note);
  expect(await bodies(id)).toEqual(["Mine"]);
});

test("notes go to the customer who stays, are part of collected data, and are erased with the person", async () => {
  const [gone = 0n, kept = 0n] = await createCustomers(context, 2);
  await addNote(context, gone, "Likes tea");
  await context.db.transaction((tx) => moveRows(tx, context.shop.id, gone, kept));
  expect(await bodies(kept)).toEqual(["Likes tea"]);

  const asked = await request(kept, "customers/data_request");
  await collectCustomerData(context, asked);
  const { result } = await context.db.prisma.complianceRequest.findUniqueOrThrow({
    where: { shopId_id: { shopId: context.shop.id, id: asked } },
  });
  expect(JSON.stringify(result)).toContain("Likes tea");

  await eraseCustomer(context, await request(kept, "customers/redact"));
  expect(await bodies(kept)).toEqual([]);
  await expect(addNote(context, kept, "Again")).rejects.toMatchObject({ code: "not_found" });
});
