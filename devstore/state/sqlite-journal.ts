import { DatabaseSync, type StatementSync } from "node:sqlite";

/** Raised when the file was written in another format; there is nothing to convert a toy store with. */
export class StateFormatError extends Error {}

/** Grows whenever an entity's stored shape changes so that an older file would be misread. */
const formatVersion = 1;

export interface StoredRow {
  shop: string;
  kind: string;
  id: string;
  body: string;
}

export interface JournalChange {
  shop: string;
  kind: string;
  id: string;
  /** Null takes the row away. */
  body: string | null;
}

/**
 * The file behind the working state: one row an entity, one SQLite transaction a request, so that a
 * process killed at any moment leaves either all of a request's changes or none.
 */
export class SqliteJournal {
  readonly #database: DatabaseSync;
  readonly #upsert: StatementSync;
  readonly #delete: StatementSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    this.#prepareFormat(path);
    this.#upsert = this.#database.prepare(
      `INSERT INTO entities (shop, kind, id, body) VALUES (?, ?, ?, ?)
       ON CONFLICT (shop, kind, id) DO UPDATE SET body = excluded.body`,
    );
    this.#delete = this.#database.prepare(
      "DELETE FROM entities WHERE shop = ? AND kind = ? AND id = ?",
    );
  }

  #prepareFormat(path: string): void {
    const row = this.#database.prepare("PRAGMA user_version").get();
    const found = Number(row?.user_version ?? 0);
    if (found !== 0 && found !== formatVersion) {
      this.#database.close();
      throw new StateFormatError(
        `${path} holds development-store state of format ${found}, and this version writes format ${formatVersion}: remove the file to start afresh`,
      );
    }
    if (found === formatVersion) return;
    this.#database.exec(`
      BEGIN;
      CREATE TABLE entities (
        shop TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (shop, kind, id)
      ) WITHOUT ROWID;
      PRAGMA user_version = ${formatVersion};
      COMMIT;
    `);
  }

  rows(): StoredRow[] {
    return this.#database
      .prepare("SELECT shop, kind, id, body FROM entities")
      .all() as unknown as StoredRow[];
  }

  /** Writes all changes or none. */
  write(changes: Iterable<JournalChange>): void {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      for (const { shop, kind, id, body } of changes) {
        if (body === null) this.#delete.run(shop, kind, id);
        else this.#upsert.run(shop, kind, id, body);
      }
      this.#database.exec("COMMIT");
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}
