import type { JobDefinition } from "#app/lib/queue.ts";
import type { Platform } from "#app/platform/platform.ts";
import type { Unreadable } from "#app/platform/platform-unreadable.ts";
import type { ShopContext } from "../context.ts";
import type { Thing } from "../set-aside/thing.ts";

/** What is imported from before the installation. The names are kept in the database. */
export const PAST_SUBJECTS = ["orders", "charges"] as const;

export type PastSubject = (typeof PAST_SUBJECTS)[number];

/** How one subject is imported: the platform collects all of it in a file, which is read as a stream. */
export interface PastImportPlan<T> {
  readonly subject: PastSubject;
  /** Runs one step, and replaces itself while the platform collects. */
  readonly job: JobDefinition<JobDefinition["payload"]>;
  /** Starts the platform's run. @returns its gid. */
  start(platform: Platform): Promise<string>;
  /** The items of the run's file, always in the same order, without the first `skip`. */
  read(platform: Platform, url: string, skip: number): AsyncIterable<T | Unreadable>;
  /** One of them, or one that cannot be read, in case that it has to be set aside. */
  thingOf(shopId: bigint, item: T | Unreadable): Thing;
  /**
   * Opens its transactions itself and writes some items in them. A repeated call changes nothing.
   *
   * @param beganAt when the import began. Webhooks bring what is newer.
   */
  store(context: ShopContext, items: readonly T[], beganAt: Date): Promise<void>;
  /** Where the platform refuses the whole run for one field that it hides. Left out where nothing else can be done. */
  storeWithoutRun?(context: ShopContext): Promise<void>;
}
