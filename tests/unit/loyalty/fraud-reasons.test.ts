import { expect, test } from "vitest";
import { fraudReasons } from "#app/domain/loyalty/triggers/referrals/fraud-reasons.ts";

const advocate = { emails: ["ada.l@gmail.com", null], names: ["Ada Lovelace"] };
const judge = (friend: { emails?: string[]; names?: string[] }, more = {}) =>
  fraudReasons({
    advocate,
    friend: { emails: ["bob@example.com"], names: ["Bob Byron"], ...friend },
    ...{ isSamePerson: false, inWeek: 0, ...more },
  });

test("a friend with another address and name gives no reason to look", () => {
  expect(judge({})).toEqual([]);
  expect(judge({}, { inWeek: 9 })).toEqual([]);
});

test.each(["ada.l@gmail.com", "ADA.L@Gmail.com", "adal@gmail.com", "ada.l+new@googlemail.com"])(
  "%s is the advocate's own address",
  (email) => {
    expect(judge({ emails: [email] })).toEqual(["same_email"]);
  },
);

test("dots are part of a name where the provider says so", () => {
  const emails = ["j.smith@outlook.com"];
  expect(
    fraudReasons({
      ...{ advocate: { emails, names: [] }, isSamePerson: false, inWeek: 0 },
      friend: { emails: ["js.mith@outlook.com"], names: [] },
    }),
  ).toEqual([]);
});

test("the same name at another domain, and no address at all, are nobody's in particular", () => {
  expect(judge({ emails: ["ada.l@example.org"] })).toEqual([]);
  expect(judge({ emails: [""], names: [""] })).toEqual([]);
});

test("a payment in the advocate's name, many in a week and an own order are looked at", () => {
  expect(judge({ names: [" ada  LOVELACE "] })).toEqual(["same_payment_name"]);
  expect(judge({}, { inWeek: 10 })).toEqual(["many_in_a_week"]);
  expect(judge({}, { isSamePerson: true })).toEqual(["own_order"]);
});
