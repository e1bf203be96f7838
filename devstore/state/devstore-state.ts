import { type EntityKind, type EntityKinds, firstIds } from "./entity-kinds.ts";
import type { DevShop } from "./shop.ts";
import { SqliteJournal } from "./sqlite-journal.ts";

type Table = Map<string, unknown>;

interface Change {
  table: Table;
  shop: string;
  kind: string;
  id: string;
  before: unknown;
}

/** What a transaction touched; `entity` is undefined when it was removed. */
export interface CommittedChange {
  shop: string;
  kind: string;
  id: string;
  entity: unknown;
}

/** Shops and sequences are kept as rows like any other, under kinds which no entity uses. */
const shopKind = "$shop";
const sequenceKind = "$sequence";

/**
 * The working state of all development shops, in memory, written through to one SQLite file.
 *
 * Entities are values: `get` and `list` answer frozen objects, and a change is `put` of a new one.
 * That lets a failed transaction leave no trace. Everything is synchronous, so nothing runs between two steps
 * of one transaction.
 */
export class DevstoreState {
  readonly #journal: SqliteJournal;
  readonly #tables = new Map<string, Table>();
  readonly #commitListeners: ((changes: CommittedChange[]) => void)[] = [];
  #changes: Change[] | null = null;

  /** @param path of the SQLite file, or ":memory:". */
  constructor(path: string) {
    this.#journal = new SqliteJournal(path);
    const rows = this.#journal.rows();
    for (const row of rows) {
      this.#table(row.shop, row.kind).set(row.id, deepFreeze(JSON.parse(row.body)));
    }
  }

  shops(): DevShop[] {
    return [...this.#table("", shopKind).values()] as DevShop[];
  }

  shop(domain: string): DevShop | undefined {
    return this.#table("", shopKind).get(domain) as DevShop | undefined;
  }

  putShop(shop: DevShop): DevShop {
    this.#set("", shopKind, shop.domain, shop);
    return shop;
  }

  get<K extends EntityKind>(
    shop: string,
    kind: K,
    id: string | number,
  ): EntityKinds[K] | undefined {
    return this.#table(shop, kind).get(String(id)) as EntityKinds[K] | undefined;
  }

  /** Everything of one kind, oldest id first where ids are numbers. */
  list<K extends EntityKind>(shop: string, kind: K): EntityKinds[K][] {
    const entities = [...this.#table(shop, kind).values()] as EntityKinds[K][];
    return entities.sort((a, b) =>
      typeof a.id === "number" && typeof b.id === "number" ? a.id - b.id : 0,
    );
  }

  put<K extends EntityKind>(shop: string, kind: K, entity: EntityKinds[K]): EntityKinds[K] {
    this.#set(shop, kind, String(entity.id), entity);
    return entity;
  }

  remove(shop: string, kind: EntityKind, id: string | number): void {
    this.#set(shop, kind, String(id), undefined);
  }

  /** The next number of a sequence, usually a kind's name; numbers are never given twice. */
  nextId(shop: string, sequence: string): number {
    const last = this.#table(shop, sequenceKind).get(sequence) as number | undefined;
    const next = last === undefined ? (firstIds[sequence] ?? 1) : last + 1;
    this.#set(shop, sequenceKind, sequence, next);
    return next;
  }

  /**
   * Gives a shop all that another one has, its sequences included.
   *
   * @param rewrite makes an entity's JSON from the other's; null leaves it out.
   */
  copyEntities(
    from: string,
    to: string,
    rewrite: (kind: string, body: string) => string | null,
  ): void {
    this.transaction(() => {
      for (const [key, table] of this.#tables) {
        const [shop, kind = ""] = key.split("\n");
        if (shop !== from) continue;
        for (const [id, entity] of table) {
          const body = rewrite(kind, JSON.stringify(entity));
          if (body !== null) this.#set(to, kind, id, JSON.parse(body));
        }
      }
    });
  }

  /** The shop's business time: machine time moved by its test clock. */
  now(domain: string): Date {
    return new Date(Date.now() + (this.shop(domain)?.clockOffsetMs ?? 0));
  }

  /** Runs `work` atomically: when it throws, none of its changes is kept. May be nested. */
  transaction<T>(work: () => T): T {
    if (this.#changes !== null) return work();
    this.#changes = [];
    let result: T;
    let committed: CommittedChange[];
    try {
      result = work();
      committed = lastOfEach(this.#changes);
      this.#write(committed);
    } catch (error) {
      this.#undo(this.#changes);
      throw error;
    } finally {
      this.#changes = null;
    }
    if (committed.length > 0) for (const listener of this.#commitListeners) listener(committed);
    return result;
  }

  /** Calls back after each transaction that changed something. */
  onCommit(listener: (changes: CommittedChange[]) => void): void {
    this.#commitListeners.push(listener);
  }

  close(): void {
    this.#journal.close();
  }

  #table(shop: string, kind: string): Table {
    const key = `${shop}\n${kind}`;
    let table = this.#tables.get(key);
    if (table === undefined) {
      table = new Map();
      this.#tables.set(key, table);
    }
    return table;
  }

  #set(shop: string, kind: string, id: string, value: unknown): void {
    if (this.#changes === null) {
      this.transaction(() => this.#set(shop, kind, id, value));
      return;
    }
    const table = this.#table(shop, kind);
    this.#changes.push({ table, shop, kind, id, before: table.get(id) });
    if (value === undefined) table.delete(id);
    else table.set(id, deepFreeze(value));
  }

  #write(changes: CommittedChange[]): void {
    if (changes.length === 0) return;
    this.#journal.write(
      changes.map(({ shop, kind, id, entity }) => {
        return { shop, kind, id, body: entity === undefined ? null : JSON.stringify(entity) };
      }),
    );
  }

  #undo(changes: Change[]): void {
    for (const { table, id, before } of changes.reverse()) {
      if (before === undefined) table.delete(id);
      else table.set(id, before);
    }
  }
}

/** Each touched entity once, as the transaction left it. */
function lastOfEach(changes: Change[]): CommittedChange[] {
  const last = new Map<string, Change>();
  for (const change of changes) last.set(`${change.shop}\n${change.kind}\n${change.id}`, change);
  return [...last.values()].map(({ table, shop, kind, id }) => {
    return { shop, kind, id, entity: table.get(id) };
  });
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
