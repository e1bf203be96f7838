import { expect, test } from "vitest";
import { MAX_ROWS } from "#app/domain/bulk-actions/bulk-action-kinds.ts";
import { readSeen, writeSeen } from "#app/domain/bulk-actions/seen-subscriptions.ts";
import { MAX_FORM_BYTES } from "#app/http/read-body.ts";
import { fc } from "#tests/support/property.ts";

const mark = fc.stringMatching(/^[\w-]{12}$/);
const id = fc.bigInt(1n, 10n ** 12n);

test("what was seen is read as it was written", () => {
  const seen = fc.uniqueArray(fc.record({ id, mark }), {
    minLength: 1,
    selector: (one) => one.id,
  });
  fc.assert(
    fc.property(seen, (any) => {
      const sorted = any.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      expect(readSeen(writeSeen(sorted))).toEqual(sorted);
    }),
  );
});

test.each([
  "",
  "x",
  "aaaaaaaaaaaa",
  "aaaaaaaaaaaa0",
  "aaaaaaaaaaaa1,",
  "aaaaaaaaaaaa1;bbbbbbbbbbbb1",
])("%j is refused", (text) => {
  expect(() => readSeen(text)).toThrow("cannot be read");
});

test("as many as one action may have fit into a form, far apart as they may be", () => {
  const far = Array.from({ length: MAX_ROWS }, (_, at) => ({
    id: BigInt(at + 1) * 1_000_000n,
    mark: "a".repeat(12),
  }));
  expect(writeSeen(far).length).toBeLessThan(MAX_FORM_BYTES * 0.9);
});
