import { expect, test } from "vitest";
import { CreditAccount } from "#scripts/seed/credit-account.ts";
import { LedgerModel } from "#tests/support/ledger-model.ts";
import { fc } from "#tests/support/property.ts";

const told = { typeCode: 11, message: "Test" };
const step = fc.record({
  kind: fc.constantFrom("give" as const, "take" as const, "leave" as const),
  amount: fc.integer({ min: 1, max: 500 }),
  lasts: fc.integer({ min: 1, max: 40 }),
  wait: fc.integer({ min: 1, max: 15 }),
});

test("a seeded account is what the ledger's model says, after every step", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const [account, model] = [new CreditAccount("money"), new LedgerModel()];
      let now = 1;
      for (const { kind, amount, lasts, wait } of steps) {
        now += wait;
        model.now = now;
        if (kind === "give") {
          account.give(now, told, [{ amountMinor: amount, expiresAt: now + lasts }]);
          model.give(amount, now + lasts);
        } else if (kind === "take") {
          account.take(now, { ...told, typeCode: 2 }, amount);
          model.take(amount);
        } else {
          account.checkOut(now, now, amount, { code: "CREDIT-X", order: null });
          model.expire();
        }
        const { availableMinor, issuedMinor, usedMinor } = account.account;
        expect([availableMinor, issuedMinor, usedMinor]).toEqual([
          model.available,
          model.granted,
          model.spent,
        ]);
      }
      const posted = account.entries.filter(({ status }) => status === 0);
      const sum = posted.reduce((total, { amountMinor }) => total + amountMinor, 0);
      const left = account.grants.reduce((total, { remainingMinor }) => total + remainingMinor, 0);
      expect([sum, left]).toEqual([account.account.availableMinor, sum]);
      expect(account.account.entryCount).toBe(posted.length);
      const times = account.entries.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    }),
  );
});
