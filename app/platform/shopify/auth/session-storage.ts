import { Session } from "@shopify/shopify-api";
import type pg from "pg";
import { z } from "zod";
import type { TokenEncryption } from "./token-encryption.ts";

/** A pool, or one connection of it: what the storage asks its questions through. */
export type Queryable = Pick<pg.Pool, "query">;

/** The five methods that the SDK asks of a session storage. */
export interface SessionStorage {
  storeSession(session: Session): Promise<boolean>;
  loadSession(id: string): Promise<Session | undefined>;
  deleteSession(id: string): Promise<boolean>;
  deleteSessions(ids: string[]): Promise<boolean>;
  findSessionsByShop(shop: string): Promise<Session[]>;
}

interface SessionRow {
  id: string;
  payload: Buffer;
}

const payloadSchema = z.array(
  z.tuple([z.string(), z.union([z.string(), z.number(), z.boolean()])]),
);

/**
 * Sessions in the table `sessions`, their tokens sealed. A payload that does not open (another key,
 * tampered with, moved from another row) counts as no session: the next visit signs in again.
 */
export function createSessionStorage(db: Queryable, encryption: TokenEncryption): SessionStorage {
  function read(row: SessionRow): Session | undefined {
    const text = encryption.open(row.payload, row.id);
    if (text === null) return undefined;
    return Session.fromPropertyArray(payloadSchema.parse(JSON.parse(text)), true);
  }

  async function deleteSessions(ids: string[]): Promise<boolean> {
    await db.query("DELETE FROM sessions WHERE id = ANY($1)", [ids]);
    return true;
  }

  return {
    async storeSession(session) {
      const payload = encryption.seal(JSON.stringify(session.toPropertyArray(true)), session.id);
      await db.query(
        `INSERT INTO sessions (id, shop_domain, is_online, expires_at, payload, updated_at)
         VALUES ($1, $2, $3, $4, $5, now())
         ON CONFLICT (id) DO UPDATE SET shop_domain = excluded.shop_domain,
           is_online = excluded.is_online, expires_at = excluded.expires_at,
           payload = excluded.payload, updated_at = excluded.updated_at`,
        [session.id, session.shop, session.isOnline, session.expires ?? null, payload],
      );
      return true;
    },
    async loadSession(id) {
      const found = await db.query<SessionRow>("SELECT id, payload FROM sessions WHERE id = $1", [
        id,
      ]);
      const row = found.rows[0];
      return row === undefined ? undefined : read(row);
    },
    deleteSession: (id) => deleteSessions([id]),
    deleteSessions,
    async findSessionsByShop(shop) {
      const found = await db.query<SessionRow>(
        "SELECT id, payload FROM sessions WHERE shop_domain = $1 ORDER BY id",
        [shop],
      );
      return found.rows.flatMap((row) => read(row) ?? []);
    },
  };
}
