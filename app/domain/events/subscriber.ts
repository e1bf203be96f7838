import type { ShopContext } from "../context.ts";
import type { EventKind, EventOf } from "./catalogue.ts";

/** Reads a store's events with its own cursor. A failing subscriber does not block the others. */
export interface EventSubscriber {
  /** Names its cursors in the database: never changed, never reused. */
  readonly name: string;
  readonly kinds: readonly EventKind[];
  handle(context: ShopContext, events: readonly EventOf<EventKind>[]): Promise<void>;
}

/**
 * Defines a subscriber. `handle` gets the new events of its kinds in order, and each at least once: an
 * interrupted run resumes from its cursor, so `handle` must be safe to repeat.
 */
export function defineSubscriber<K extends EventKind>(subscriber: {
  name: string;
  kinds: readonly K[];
  handle(context: ShopContext, events: readonly EventOf<K>[]): Promise<void>;
}): EventSubscriber {
  return {
    ...subscriber,
    handle: (context, events) => subscriber.handle(context, events as readonly EventOf<K>[]),
  };
}
