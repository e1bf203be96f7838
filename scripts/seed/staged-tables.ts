import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type CopyValue, copyLine } from "./copy-text.ts";
import type { SeedProgress } from "./seed-progress.ts";

/** How much of a table waits in memory before it is sent. */
const SEND_AT_CHARACTERS = 1_000_000;
const PENDING_AT_MOST = 2;

/** A table that is filled: its columns in the order of the values, and the order in which its rows are written. */
export interface StagedTable {
  name: string;
  columns: readonly string[];
  orderBy: string;
}

/**
 * Takes rows in any order by COPY into temporary tables, then moves each table into its place in the order of its ids: as
 * they lie in a store that has grown. All on one connection, in its transaction.
 */
export class StagedTables {
  readonly #client: pg.PoolClient;
  readonly #tables: readonly StagedTable[];
  readonly #waiting = new Map<string, { lines: string[]; characters: number }>();
  readonly #counts = new Map<string, number>();
  #sent: Promise<void> = Promise.resolve();
  #pending = 0;

  constructor(client: pg.PoolClient, tables: readonly StagedTable[]) {
    this.#client = client;
    this.#tables = tables;
  }

  async create(): Promise<void> {
    for (const { name, columns } of this.#tables) {
      await this.#client.query(
        `CREATE TEMPORARY TABLE staged_${name} ON COMMIT DROP AS SELECT ${columns.join(", ")} FROM ${name} WITH NO DATA`,
      );
      this.#waiting.set(name, { lines: [], characters: 0 });
    }
  }

  add(name: string, values: readonly CopyValue[]): void {
    const table = this.#waiting.get(name);
    if (!table) throw new Error(`${name} is not staged.`);
    const line = copyLine(values);
    table.lines.push(line);
    table.characters += line.length;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (table.characters >= SEND_AT_CHARACTERS) this.#send(name);
  }

  /** Resolves as soon as more rows may be added: the database is not far behind. */
  async keepUp(): Promise<void> {
    if (this.#pending > PENDING_AT_MOST) await this.#sent;
  }

  /** Moves all rows into their tables. */
  async moveIn(progress: SeedProgress): Promise<void> {
    for (const { name } of this.#tables) this.#send(name);
    await this.#sent;
    for (const { name, columns, orderBy } of this.#tables) {
      progress.begin(name);
      const names = columns.join(", ");
      await this.#client.query(
        `INSERT INTO ${name} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM staged_${name} ORDER BY ${orderBy}`,
      );
      await this.#client.query(`DROP TABLE staged_${name}`);
      // Whoever refers to these rows has them looked up: by the key, and not as in the small table of before.
      await this.#client.query(`ANALYZE ${name}`);
      progress.end(name, this.#counts.get(name) ?? 0);
    }
  }

  #send(name: string): void {
    const table = this.#waiting.get(name);
    if (!table || table.lines.length === 0) return;
    const text = Buffer.from(table.lines.join(""));
    this.#waiting.set(name, { lines: [], characters: 0 });
    this.#pending += 1;
    this.#sent = this.#sent.then(async () => {
      const columns = this.#tables.find((one) => one.name === name)?.columns.join(", ");
      const copy = this.#client.query(copyFrom(`COPY staged_${name} (${columns}) FROM STDIN`));
      await pipeline(Readable.from([text]), copy);
      this.#pending -= 1;
    });
    // Whoever waits next is told; until then nobody has to.
    this.#sent.catch(() => {});
  }
}
