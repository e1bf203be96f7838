import { uploadReceipt } from "#app/domain/loyalty/triggers/receipts/upload-receipt.ts";
import type { LoyalCustomer } from "./loyalty.ts";
import type { TestShop } from "./test-shop.ts";

/** A picture that a browser can show, of one pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Sends a receipt of a customer in, as the storefront does. @returns its id. */
export async function sendReceipt(
  shop: TestShop,
  customer: Pick<LoyalCustomer, "id">,
  given: { purchasedOn: string; retailer?: string; file?: Buffer },
): Promise<bigint> {
  const { id } = await uploadReceipt(await shop.context(), await customer.id(), {
    ...{ retailer: "Corner Shop", totalMinor: 23_90, file: PICTURE, ...given },
  });
  await shop.quiet();
  return id;
}

/** Has a customer order by their own link, which waits for the merchant. */
export async function holdReferral(shop: TestShop, customer: LoyalCustomer): Promise<void> {
  const { body } = await shop.proxy(`/loyalty/customers/${customer.cid}/referral`, {
    cid: customer.cid,
  });
  const attributes = [{ key: "referral_code", value: body.data.code }];
  await customer.order("50.00", { attributes });
}
