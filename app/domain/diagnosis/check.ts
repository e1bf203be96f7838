import type { Pool } from "pg";
import type { MailTransport } from "#app/lib/mail-transport.ts";
import type { PlatformAccess } from "#app/platform/platform.ts";
import type { ShopContext } from "../context.ts";

/** What a check found. `advice` says what to do where it is not well. */
export type Finding =
  | { status: "ok"; found: string }
  | { status: "warning" | "failing"; found: string; advice: string };

export type CheckResult = Finding & { name: string };

/** What the installation's checks look at. */
export interface InstallationFacts {
  readonly pool: Pool;
  readonly webProcesses: number;
  /** Connections that each process may open. */
  readonly poolSize: number;
  /** Names of the migrations of this version. */
  readonly migrations: readonly string[];
  /** Null where no mail server is set up. */
  readonly mail: MailTransport | null;
}

/** What a store's checks look at. */
export interface StoreFacts {
  readonly context: ShopContext;
  /** What the platform lets the app do, or the error with which it did not say. Asked once for all checks. */
  readonly access: PlatformAccess | Error;
  /** The scopes that shopify.app.toml asks for. */
  readonly wantedScopes: readonly string[];
}

/** One check: what it is called, and how it looks. A check that throws is failing. */
export interface Check<Facts> {
  readonly name: string;
  run(facts: Facts): Promise<Finding>;
}

export const ok = (found: string): Finding => ({ status: "ok", found });

export const warning = (found: string, advice: string): Finding => ({
  status: "warning",
  found,
  advice,
});

export const failing = (found: string, advice: string): Finding => ({
  status: "failing",
  found,
  advice,
});
