import { expect, test } from "vitest";
import { readLoyaltyFile } from "#app/domain/loyalty/files/loyalty-file.ts";
import { readCreditFile } from "#app/domain/store-credit/files/credit-file.ts";
import { CREDIT_FILE_COLUMNS } from "#app/domain/store-credit/files/credit-file-columns.ts";
import { hashRows } from "#app/lib/read-csv-file.ts";

// A file is applied once, and known again by its content. What the content is called must not depend on how its texts are kept:
// a file that an earlier version applied would move credit a second time.

const REASON = "Sorry\nfor the\u200e delay";

test("a file of credit is known by its reasons as they were written, and keeps them as one line", async () => {
  const cells = { customer: "1001", amount: "5.00", currency: "EUR", reason: REASON };
  const titles = CREDIT_FILE_COLUMNS.filter((column) => column !== "expires");
  const row = titles.map((column) => ({ ...cells, email: "", type: "credit" })[column]);
  const bytes = Buffer.from(`${titles.join(",")}\n${row.map((text) => `"${text}"`).join(",")}\n`);
  expect(await readCreditFile(bytes)).toMatchObject({
    lines: [{ reason: "Sorry for the delay" }],
    contentHash: await hashRows([row]),
  });
});

test("so is a file of points", async () => {
  const bytes = Buffer.from(`customer,points,reason\n1001,50,"${REASON}"\n`);
  const { lines, contentHash } = await readLoyaltyFile(bytes);
  expect(lines).toMatchObject([{ reason: "Sorry for the delay" }]);
  expect(contentHash).toBe(await hashRows([["1001", "", "50", "", "", REASON]]));
});
