/** Where business time comes from: due dates, grace, holds, expiry. Nothing in the domain reads the machine's time. */
export interface Clock {
  now(): Date;
}

/** The machine's time. */
export const machineClock: Clock = { now: () => new Date() };

/** The machine's time moved by `offsetMs`: how a development store's test clock runs. It keeps ticking. */
export function clockWithOffset(offsetMs: number): Clock {
  return offsetMs === 0 ? machineClock : { now: () => new Date(Date.now() + offsetMs) };
}

/** A fixed clock, for work done at one instant. */
export function clockAt(instant: Date): Clock {
  return { now: () => new Date(instant) };
}
