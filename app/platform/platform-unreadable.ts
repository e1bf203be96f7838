import { isPlatformFailure } from "./platform-failure.ts";

/**
 * One of many things that the platform has sent, which this app cannot read: an amount beyond all bounds, a currency that it does not
 * know. It stands in the place of the thing, so that the others are read.
 */
export class Unreadable {
  /** The platform's number. */
  readonly id: string;
  /** What the merchant knows it by, where that is no personal data. */
  readonly label: string | null;
  readonly error: unknown;

  constructor({ id, label = null }: { id: string; label?: string | null }, error: unknown) {
    this.id = id;
    this.label = label;
    this.error = error;
  }
}

/** Reads one of many. @throws PlatformFailure, which is about none of them in particular. */
export async function readOrUnreadable<T>(
  thing: { id: string; label?: string | null },
  read: () => T | Promise<T>,
): Promise<T | Unreadable> {
  try {
    return await read();
  } catch (error) {
    if (isPlatformFailure(error)) throw error;
    return new Unreadable(thing, error);
  }
}

/** Tells those that were read from those that cannot be, each in their order. */
export function splitUnreadable<T>(items: readonly (T | Unreadable)[]) {
  const readable: T[] = [];
  const unreadable: Unreadable[] = [];
  for (const item of items) {
    if (item instanceof Unreadable) unreadable.push(item);
    else readable.push(item);
  }
  return { readable, unreadable };
}
