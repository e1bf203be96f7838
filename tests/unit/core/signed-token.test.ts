import { expect, test } from "vitest";
import { createTokenSigner } from "#app/lib/signed-token.ts";

const OLD = Buffer.alloc(32, 1).toString("base64");
const NEW = Buffer.alloc(32, 2).toString("base64");

test("a token is read by who signed it, and after the key was changed", () => {
  const token = createTokenSigner("mail", [OLD]).sign("1-2");
  expect(createTokenSigner("mail", [OLD]).read(token)).toBe("1-2");
  expect(createTokenSigner("mail", [NEW, OLD]).read(token)).toBe("1-2");
});

test("a token of another key, another purpose, another text or none at all is not", () => {
  const signer = createTokenSigner("mail", [OLD]);
  const token = signer.sign("1-2");
  expect(createTokenSigner("mail", [NEW]).read(token)).toBeNull();
  expect(createTokenSigner("other", [OLD]).read(token)).toBeNull();
  expect(signer.read(token.replace("1-2", "1-3"))).toBeNull();
  const suffixed = ["!", "=", " ", ".", "\u0000", "?x=1"].map((more) => token + more);
  const bad = ["", ".", "1-2", "1-2.", token.slice(0, -2), "x".repeat(5_000), ...suffixed];
  for (const one of bad) {
    expect(signer.read(one), one).toBeNull();
  }
});
