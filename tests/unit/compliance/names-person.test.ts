import { expect, test } from "vitest";
import { namesPerson } from "#app/domain/compliance/names-person.ts";

const anna = { firstName: "Anna Lena", lastName: "Müller", email: "anna.m@müller.example" };

test.each([
  "anna.m@müller.example",
  "Anna.M@XN--MLLER-KVA.example",
  "<anna.m@müller.example>",
  "anna.m",
  "MÜLLER",
  "Frau Mu\u0308ller (vip)",
  "“Lena”, berlin",
  "As asked by anna.m@müller.example.",
  "Lena!?",
])("names a person by their address or one of their names: %s", (text) => {
  expect(namesPerson(text, anna)).toBe(true);
});

test("names a person by both names written as one", () => {
  const taro = { firstName: "太郎", lastName: "山田", email: null };
  expect(namesPerson("山田太郎", taro)).toBe(true);
});

test.each(["", "mariannah", "müllerstraße", "m", "müller.example", "joanna.m@müller.example"])(
  "does not name a person by what others have as well: “%s”",
  (text) => {
    expect(namesPerson(text, anna)).toBe(false);
  },
);

test("no sign, and no letter by itself, names anybody", () => {
  const nameless = { firstName: "A", lastName: ".", email: "x@example.com" };
  for (const text of ["a", ".", "x", "A . x", ""]) expect(namesPerson(text, nameless)).toBe(false);
});
