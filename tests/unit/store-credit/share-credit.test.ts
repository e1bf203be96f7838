import { expect, test } from "vitest";
import { shareCredit } from "#app/domain/store-credit/renewals/share-credit.ts";
import { fc } from "#tests/support/property.ts";

const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours));

const charges = fc
  .array(fc.record({ hour: fc.nat(20), goodsMinor: fc.nat(8) }), { maxLength: 5 })
  .map((drawn) => drawn.sort((a, b) => a.hour - b.hour));

/** The hour at which a grant expires; 99 if it never does. */
const grants = fc
  .array(fc.record({ until: fc.oneof(fc.nat(20), fc.constant(99)), leftMinor: fc.nat(8) }), {
    maxLength: 5,
  })
  .map((drawn) => drawn.sort((a, b) => a.until - b.until));

test("each charge is paid by the minor units that are there when it is made, the soonest-expiring first", () => {
  fc.assert(
    fc.property(charges, grants, (made, given) => {
      const shared = shareCredit(
        made.map(({ hour, goodsMinor }, id) => ({ id: String(id), at: at(hour), goodsMinor })),
        given.map(({ until, leftMinor }) => ({
          expiresAt: until === 99 ? null : at(until),
          leftMinor,
        })),
      );
      let units = given.flatMap(({ until, leftMinor }) => Array<number>(leftMinor).fill(until));
      for (const [id, { hour, goodsMinor }] of made.entries()) {
        units = units.filter((until) => until > hour);
        expect(shared.get(String(id))).toBe(Math.min(units.length, goodsMinor));
        units = units.slice(goodsMinor);
      }
    }),
  );
});

test("what was shared out is not changed by it", () => {
  const credit = [{ expiresAt: null, leftMinor: 5 }];
  shareCredit([{ id: "1", at: at(1), goodsMinor: 3 }], credit);
  expect(credit).toEqual([{ expiresAt: null, leftMinor: 5 }]);
});
