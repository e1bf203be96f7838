import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkKeyName } from "#app/domain/api-keys/key-name.ts";
import { readImportFile } from "#app/domain/contract-imports/lines/read-import-file.ts";
import { readLoyaltyFile } from "#app/domain/loyalty/files/loyalty-file.ts";
import { parsePointReward } from "#app/domain/loyalty/point-rewards/point-reward-input.ts";
import { checkPointsAdjustment } from "#app/domain/loyalty/points/points-adjustment.ts";
import { readDecisionReason } from "#app/domain/loyalty/triggers/decision-reason.ts";
import { customerTagSchema } from "#app/domain/plans/plan-tag.ts";
import { checkAdjustment } from "#app/domain/store-credit/adjustments/credit-adjustment.ts";
import { readCreditFile } from "#app/domain/store-credit/files/credit-file.ts";
import { idField, lineField } from "#app/http/text-field.ts";
import { isOneLine, lineText } from "#app/lib/line-text.ts";
import { projectRoot } from "#scripts/files/project-root.ts";

const TYPED = " Ada\r\nByron\u202e\u0007!\u2028\u200f ";
const KEPT = "Ada Byron !";

describe("a text of one line", () => {
  test.each([
    [TYPED, KEPT],
    ["a\u2029\u0085b", "a b"],
    ["\u2067שלום\u2069", "שלום"],
    ["\u0000\u0007\u200e", ""],
    ["\u200b\u00ad\ufe0f", ""],
    ["half \ud83d", "half \ufffd"],
    // Parts of emoji, and of words in scripts that need them, are not seen and not removed.
    ["👩‍💻 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍💻 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["می‌خواهم", "می‌خواهم"],
  ])("%j is kept as %j", (typed, kept) => {
    expect(lineText(typed)).toBe(kept);
    expect(lineText(kept)).toBe(kept);
    expect(isOneLine(kept)).toBe(true);
  });

  test("is cleaned in a field of an interface, and an id is refused instead", () => {
    expect(lineField(KEPT.length).parse(TYPED)).toBe(KEPT);
    expect(idField(100).parse(" rev_1 é👩‍💻 ")).toBe("rev_1 é👩‍💻");
    for (const wrong of ["a\nb", "a\u0007b", "a\u2028b", "a\u202eb", "a\u009fb"]) {
      expect(idField(100).safeParse(wrong).error?.issues[0]?.message).toContain("line breaks");
    }
  });
});

describe("what the merchant writes in one line is cleaned", () => {
  const reward = {
    ...{ name: TYPED, points: 5, perCustomer: null, isActive: true },
    reward: { reward_type: "free_shipping" },
  };

  const reasonOf = (checked: object) => ("reason" in checked ? checked.reason : checked);

  test.each([
    ["the name of an API key", () => checkKeyName(TYPED)],
    ["the name of a reward", () => parsePointReward(reward).name],
    ["a tag", () => customerTagSchema.parse(TYPED)],
    ["why something was decided", () => readDecisionReason(TYPED)],
    [
      "why points were changed",
      () => reasonOf(checkPointsAdjustment({ points: "1", reason: TYPED })),
    ],
    [
      "why credit was changed",
      () =>
        reasonOf(
          checkAdjustment({ amount: "1", type: "manual admin adjustment", reason: TYPED }, "EUR"),
        ),
    ],
  ])("%s", (_, read) => {
    expect(read()).toBe(KEPT);
  });

  const bytes = (titles: string, cells: string) =>
    new TextEncoder().encode(`${titles}\n${cells}\n`);
  // A quoted cell may have lines of its own.
  const CELL = `"${TYPED}"`;

  test("a reason in a file of credit, and in one of points", async () => {
    const credit = await readCreditFile(
      bytes("customer,amount,type,reason", `1,5,manual admin adjustment,${CELL}`),
    );
    expect(credit).toMatchObject({ lines: [{ reason: KEPT }] });
    const points = await readLoyaltyFile(bytes("customer,points,reason", `1,5,${CELL}`));
    expect(points).toMatchObject({ lines: [{ reason: KEPT }] });
  });

  test("an address in a file of contracts", async () => {
    const titles = "customer,plan,variant,price,next_date,start_date,external_id,first_name,city";
    const cells = `1,1,1,5,2031-01-01,2020-01-01,x,${CELL},${CELL}`;
    const { lines } = await readImportFile(bytes(titles, cells), "EUR");
    expect(lines[0]?.cells).toMatchObject({ first_name: KEPT, city: KEPT, external_id: "x" });
  });
});

/** Files that read a text which may have several lines, or is only looked for, with which one. */
const SEVERAL_LINES: Readonly<Record<string, string>> = {
  "app/domain/churn/offers/offer-input.ts": "the description",
  "app/domain/churn/reasons/reason-input.ts": "the description",
  "app/domain/customers/notes/note.ts": "the note",
  "app/domain/loyalty/rules/rule-input.ts": "the description",
  "app/domain/loyalty/tiers/ladder-input.ts": "the perks",
  "app/domain/mail/settings/mail-settings-input.ts": "the body of an email",
  "app/routes/admin/applied-offers/applied-offer-query.ts": "a search",
  "app/routes/admin/customers/list/customers-query.ts": "a search",
  "app/routes/admin/loyalty/coupons/coupon-query.ts": "a search",
  "app/routes/admin/loyalty/customers/points-customers.tsx": "a search",
  "app/routes/admin/store-credit/customers/credit-customer-query.ts": "a search",
  "app/routes/admin/subscriptions/list-query.ts": "a search",
  "app/routes/rest/filters.ts": "a search",
  "app/routes/storefront/cancel-flow/schemas.ts": "the shopper's note",
};

test("a text is read as one line, but where several are known to be right", () => {
  const files = globSync("app/**/*.{ts,tsx}", { cwd: projectRoot }).filter(
    (file) => !/^app\/(generated|lib)\/|^app\/http\/text-field\.ts$/.test(file),
  );
  const reading = files.filter((file) =>
    /\b(storableText\b|textField\()/.test(readFileSync(join(projectRoot, file), "utf8")),
  );
  expect(reading.toSorted()).toEqual(Object.keys(SEVERAL_LINES));
});
