import type { JobDefinition } from "#app/lib/queue.ts";
import type { Platform } from "#app/platform/platform.ts";
import type { ShopContext } from "../context.ts";

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
  read(platform: Platform, url: string, skip: number): AsyncIterable<T>;
  /** Writes some of them, in transactions of its own. Safe to repeat. @param beganAt what is younger is news, and comes by other ways too. */
  store(context: ShopContext, items: readonly T[], beganAt: Date): Promise<void>;
  /** Where the platform refuses the whole run for one field that it hides. Left out where nothing else can be done. */
  storeWithoutRun?(context: ShopContext): Promise<void>;
}
