import { AsyncLocalStorage } from "node:async_hooks";

/** Where a store's time comes from: due dates, grace, holds, expiry. What has the machine's time instead is listed by a test. */
export interface Clock {
  now(): Date;
}

/** The machine's time. It stands still in {@link atOneInstant}. */
export const machineClock: Clock = clockWithOffset(0);

/** The machine's time moved by `offsetMs`: how a development store's test clock runs. It keeps ticking. */
export function clockWithOffset(offsetMs: number): Clock {
  return { now: () => new Date(machineMs() + offsetMs) };
}

/** A fixed clock, for work done at one instant. */
export function clockAt(instant: Date): Clock {
  return { now: () => new Date(instant) };
}

/** The machine's time in work that is done at once; null until it is asked for. */
interface Instant {
  ms: number | null;
  isOver: boolean;
}

const ofWork = new AsyncLocalStorage<Instant>();

/**
 * Does work for which every clock stands still, from the first time that one is asked: what it writes of one instant in two
 * places is the same. Most work asks once it holds its locks, so it is later than what it waited for. What the work has
 * started and not waited for has its own time once the work is over.
 */
export async function atOneInstant<T>(work: () => Promise<T>): Promise<T> {
  const instant: Instant = { ms: null, isOver: false };
  try {
    return await ofWork.run(instant, work);
  } finally {
    instant.isOver = true;
  }
}

/** Whether this is part of such work, which is not over. */
export function isAtOneInstant(): boolean {
  return ofWork.getStore()?.isOver === false;
}

function machineMs(): number {
  const instant = ofWork.getStore();
  if (!instant || instant.isOver) return Date.now();
  instant.ms ??= Date.now();
  return instant.ms;
}
