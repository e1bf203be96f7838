import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";

// The ledger has no triggers that would refuse a write. What keeps an entry as it was written is that nothing but
// the functions of prisma/functions writes these tables.
const TABLES = [
  "credit_accounts",
  "credit_entries",
  "credit_grants",
  "credit_allocations",
  "credit_grant_moves",
];
const MODELS = [
  "creditAccount",
  "creditEntry",
  "creditGrant",
  "creditAllocation",
  "creditGrantMove",
];
const WRITES = new RegExp(
  `(INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE)\\s+(${TABLES.join("|")})\\b|` +
    `\\b(${MODELS.join("|")})\\s*\\.\\s*(create|update|upsert|delete)`,
  "i",
);

function listFiles(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|tsx|sql)$/.test(file) && !file.startsWith("generated/"))
    .map((file) => join(folder, file));
}

const read = (file: string) => readFileSync(join(projectRoot, file), "utf8");

describe("the ledger's tables", () => {
  test("are written by the database's functions alone", () => {
    const writers = ["app", "scripts", "devstore"].flatMap(listFiles);
    expect(writers.filter((file) => WRITES.test(read(file)))).toEqual([]);
  });

  test("no function changes what a posted entry says, except that a hold grows and ends, what is pending moves and ends, and erased reasons go", () => {
    const updates = listFiles("prisma/functions").flatMap((file) =>
      [...read(file).matchAll(/UPDATE credit_entries[^;]*;/g)].map(([sql]) => ({
        file: file.split("/").at(-1),
        columns: [...sql.replace(/\sWHERE[\s\S]*/, "").matchAll(/(\w+) = /g)].map(
          ([, name]) => name,
        ),
      })),
    );
    expect(updates).toEqual([
      { file: "erase_credit_reasons.sql", columns: ["message", "reason"] },
      { file: "merge_credit.sql", columns: ["status", "settled_at"] },
      // What is pending goes along with its customer.
      { file: "merge_credit.sql", columns: ["customer_id"] },
      { file: "raise_credit_hold.sql", columns: ["amount_minor"] },
      { file: "settle_credit_hold.sql", columns: ["status", "settled_at"] },
      { file: "settle_pending_credit.sql", columns: ["status", "settled_at"] },
    ]);
    const deletes = listFiles("prisma/functions").filter((file) =>
      /DELETE FROM credit_(entries|grants|accounts|allocations)/.test(read(file)),
    );
    expect(deletes).toEqual([]);
  });
});
