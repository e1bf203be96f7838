import { expect } from "vitest";
import { addNote } from "#app/domain/customers/notes/change-notes.ts";
import { confirmLoyaltyFile } from "#app/domain/loyalty/files/confirm-loyalty-file.ts";
import { uploadLoyaltyFile } from "#app/domain/loyalty/files/upload-loyalty-file.ts";
import { adjustPoints } from "#app/domain/loyalty/points/adjust-points.ts";
import { createSavedView } from "#app/domain/saved-views/saved-views.ts";
import { confirmCreditFile } from "#app/domain/store-credit/files/confirm-credit-file.ts";
import { uploadCreditFile } from "#app/domain/store-credit/files/upload-credit-file.ts";
import { importingShop } from "./contract-import.ts";
import { makeRule } from "./loyalty.ts";
import type { TestShop } from "./test-shop.ts";
import { uniqueNumber } from "./unique-number.ts";

/** Somebody who has gone through what the product can do with a person. Each text of theirs has the mark in it. */
export interface KnownPerson {
  mark: string;
  cid: number;
  email: string;
  /** The platform's number of an order that they placed as a guest under an address that they no longer have. */
  oldOrder: number;
  guestOrder: number;
  /** Requests with a key, each as it was sent. */
  repeat: (() => Promise<{ status: number; body: unknown }>)[];
}

/** The store needs the seed "goods" and euros. */
export async function knownPerson(shop: TestShop): Promise<KnownPerson> {
  const mark = `qz${uniqueNumber().replace("-", "")}`;
  const email = `${mark}mail@example.com`;
  const oldOrder = (
    await shop.act("orders/plain", { email: `${mark}old@example.com`, total: "9.00" })
  ).order_id;
  const names = { first_name: `${mark}given`, last_name: `${mark}family` };
  const tags = [`${mark}tag`];
  const { cid } = await shop.act("customers", { email, ...names, tags, phone: "+4930555123" });
  const { contractId } = await shop.createContract({ cid, price: "15.00" });
  const context = { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } as const };
  const { db } = context;
  const shopId = context.shop.id;
  const { id } = await db.prisma.customer.findFirstOrThrow({
    where: { shopId, platformCustomerId: BigInt(cid) },
  });

  const key = (name: string) => ({ "idempotency-key": `${name}-${cid}` });
  const member = await db.prisma.member.findFirstOrThrow({ where: { shopId, customerId: id } });
  const repeat = [
    () =>
      shop.core(`/store-credits/${cid}/add`, {
        ...{ method: "POST", headers: key("core") },
        body: { amount: 5, reason: `${mark}core` },
      }),
    () =>
      shop.manageCredit(
        {
          ...{ cid, email, action: "update", update_value: 5 },
          ...{ update_type: "manual admin adjustment", update_reason: `${mark}managed` },
        },
        { headers: key("managed") },
      ),
    () =>
      shop.core(`/members/mem_${member.id}`, {
        ...{ method: "PATCH", headers: key("member") },
        body: { first_name: names.first_name },
      }),
  ];
  for (const send of repeat) expect(await send()).toMatchObject({ status: 200 });

  await adjustPoints(context, id, {
    points: "100",
    reason: `${mark}points`,
    key: key("p")["idempotency-key"],
  });
  await addNote(context, id, `${mark}note`);
  const views = [
    [`${mark}family`, { search: email.toUpperCase() }],
    ["Theirs", { search: `${mark}mail` }],
    ["Both", { search: `${mark}family ${mark}given`, credit: "yes" }],
  ] as const;
  for (const [name, query] of views) await createSavedView(context, "customers", { name, query });

  const bytes = (text: string) => new TextEncoder().encode(text);
  const credit = `customer,email,amount,type,reason\n${cid},${email},5.00,manual admin adjustment,${mark}creditfile\n`;
  const checked = await uploadCreditFile(context, { name: "a.csv", bytes: bytes(credit) });
  if (checked.outcome !== "checked") throw new Error("the file is not clear");
  const { fileId } = checked;
  await confirmCreditFile(context, { fileId, total: "5.00", leaveOut: false });
  const points = `customer,points,reason\n${cid},5,${mark}pointsfile\n`;
  const pointsFile = await uploadLoyaltyFile(context, { name: "b.csv", bytes: bytes(points) });
  await confirmLoyaltyFile(context, { fileId: pointsFile, total: "5", leaveOut: false });
  const wrongCredit = `customer,amount,type,expires\n${cid},${mark}amount,${mark}type,${mark}day\n`;
  await uploadCreditFile(context, { name: "d.csv", bytes: bytes(wrongCredit) });
  const wrong = `customer,tier,points,expires,reason\n${cid},${mark}tier,${mark}figure,${mark}until,${mark}wrong\n`;
  await uploadLoyaltyFile(context, { name: "c.csv", bytes: bytes(wrong) });

  const at = await importingShop(shop);
  const address = { address1: `${mark}street`, city: "Berlin", zip: "10115", country_code: "DE" };
  const made = await at.upload([
    await at.line({ external_id: `${mark}made`, customer: String(cid), ...names, ...address }),
  ]);
  await at.confirm(made);
  await at.upload([
    await at.line({ external_id: `${mark}one`, email, ...at.goods, ...names, ...address }),
    await at.line({ external_id: `${mark}two`, customer: String(cid), plan: `${mark}plan` }),
  ]);

  const guestOrder = (await shop.act("orders/plain", { email, total: "7.00" })).order_id;
  await shop.act("orders/plain", { cid, total: "20.00" });
  await makeRule(shop, {
    ...{ type: "upload_receipt", settings: { points_per_dollar: 2, maximum_amount: 500 } },
    limits: { per_customer: 100 },
  });
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.from(`\0\0\0\rIHDR\0\0\x05\0\0\0\x07\0 ${mark}picture IEND`),
  ]);
  const receipt = await shop.proxy(`/loyalty/customers/${cid}/receipts`, {
    cid,
    query: { retailer: `${mark}shop`, purchased_on: "2026-01-15", total: "23.90" },
    file: new Blob([png], { type: "image/png" }),
  });
  expect(receipt.status, JSON.stringify(receipt.body)).toBe(200);

  const flow = await shop.proxy(`/storefront/cancel-flow/${contractId}/reason`, {
    ...{ cid, body: { reason: "other", note: `${mark}left` } },
  });
  const { flow_id } = flow.body;
  await shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body: { flow_id } });
  await db.prisma.customerPoints.create({ data: { shopId, customerId: id, hundredths: 424_242n } });
  await shop.quiet();
  return { mark, cid, email, oldOrder, guestOrder, repeat };
}
