import { requestJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { isOfSurroundings } from "../set-aside/is-of-surroundings.ts";
import { orSetAside, setAside } from "../set-aside/set-aside.ts";
import type { Thing } from "../set-aside/thing.ts";
import type { EventKind, EventOf } from "./catalogue.ts";
import { handleEventJob } from "./event-jobs.ts";
import { type EventRow, parseEvents, readEvent, readNext } from "./read-events.ts";
import type { EventSubscriber } from "./subscriber.ts";

/** So many of those that follow are tried before the subscriber itself is taken for what fails. */
const TRIED_AHEAD = 100;

type AnyEvent = EventOf<EventKind>;

/**
 * Gives a subscriber the events of a page. Where it fails, it gets them one by one, and those that fail by themselves are set
 * aside, so that what follows is not held up by them. That is so only when the subscriber takes any other event, of this page or
 * after it: one that takes none is itself what fails.
 *
 * @throws what the subscriber throws, when it takes none, and what fails because of what is around it.
 */
export async function handlePage(
  context: ShopContext,
  subscriber: EventSubscriber,
  rows: readonly EventRow[],
): Promise<void> {
  const events = parseEvents(context, subscriber, rows);
  const last = events.at(-1);
  if (!last) return;
  const failed = await tryTogether(context, subscriber, events);
  const [first] = failed;
  if (!first) return;
  const isWorking =
    failed.length < events.length || (await takesAnother(context, subscriber, last));
  if (!isWorking) throw first.error;
  for (const { event, error } of failed) {
    await setAside(context, thingOfEvent(context, subscriber, event), error);
  }
}

/** Gives a subscriber an event that was set aside once more. */
export async function handleAgain(
  context: ShopContext,
  subscriber: EventSubscriber,
  eventId: bigint,
): Promise<void> {
  const row = await readEvent(context, eventId);
  const [event] = row ? parseEvents(context, subscriber, [row]) : [];
  if (!event) return;
  await orSetAside(context, thingOfEvent(context, subscriber, event), () =>
    subscriber.handle(context, [event]),
  );
}

/** Gives it some at once, and one by one where that fails. @returns those that it does not take. */
async function tryTogether(
  context: ShopContext,
  subscriber: EventSubscriber,
  events: readonly AnyEvent[],
): Promise<Failed[]> {
  const error = await tryThem(context, subscriber, events);
  const [only, ...others] = events;
  if (!error || !only) return [];
  if (others.length === 0) return [{ event: only, ...error }];
  const failed: Failed[] = [];
  for (const event of events) {
    const own = await tryThem(context, subscriber, [event]);
    if (own) failed.push({ event, ...own });
  }
  return failed;
}

interface Failed {
  event: AnyEvent;
  error: unknown;
}

/** Whether it takes an event after those that it did not take. It gets that one again in its turn, which changes nothing. */
async function takesAnother(
  context: ShopContext,
  subscriber: EventSubscriber,
  { id }: AnyEvent,
): Promise<boolean> {
  const next = await readNext(context, subscriber, id, TRIED_AHEAD);
  for (const event of parseEvents(context, subscriber, next)) {
    if (!(await tryThem(context, subscriber, [event]))) return true;
  }
  return false;
}

/** @returns why it does not take them. @throws what fails because of what is around it. */
async function tryThem(
  context: ShopContext,
  subscriber: EventSubscriber,
  events: readonly AnyEvent[],
): Promise<{ error: unknown } | null> {
  try {
    await subscriber.handle(context, events);
    return null;
  } catch (error) {
    if (isOfSurroundings(error)) throw error;
    return { error };
  }
}

function thingOfEvent({ shop }: ShopContext, { name }: EventSubscriber, { id }: AnyEvent): Thing {
  const payload = { shopId: shop.id, subscriber: name, eventId: id };
  const again = requestJob(handleEventJob, payload);
  return { kind: "event", key: `${name}/${id}`, label: null, again };
}
