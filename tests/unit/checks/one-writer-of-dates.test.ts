import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// What follows from the date of the next charge follows where its row is written: whoever writes the date alone leaves tags on,
// reminders unsent and rights open. Beside this module only the storing of a contract writes it.

const WRITERS = ["app/domain/subscriptions/charges/move-next-date.ts"];
const UPDATE =
  /\bsubscription\.(?:update|updateMany|updateManyAndReturn)\(|\bupdateRow(?:s|Last)\(\s*\w+,\s*"Subscription"/g;

test("the date of the next charge is moved by one module, beside what the platform says of it", () => {
  const writing = globSync("app/domain/**/*.ts").filter((path) =>
    updatesIn(readFileSync(path, "utf8")).some((update) =>
      /\bdata\b.*(?:\{ *nextBillingAt\b|\bnextBillingAt:)|^,.*\bnextBillingAt\b/s.test(update),
    ),
  );
  expect(writing.sort()).toEqual(WRITERS);
});

/** What stands between the parentheses of each update of a subscription. */
function updatesIn(text: string): string[] {
  return [...text.matchAll(UPDATE)].map(({ index, 0: call }) => {
    const from = index + call.length;
    let [at, open] = [from, 1];
    for (; open > 0 && at < text.length; at += 1) {
      if (text[at] === "(") open += 1;
      if (text[at] === ")") open -= 1;
    }
    return text.slice(from, at);
  });
}
