import { setTimeout as delay } from "node:timers/promises";
import DataLoader from "dataloader";
import { isPlatformFailure } from "../platform-failure.ts";
import { readOrUnreadable, Unreadable } from "../platform-unreadable.ts";
import { fromGid, type NumberedType, numberIn } from "./gid.ts";

/** So long a question waits for others of its kind. The platform's answer takes many times as long. */
const WAIT_MS = 5;

/** How things of a kind are read, by the platform's numbers. */
interface Reading<T> {
  /** So many at most in one call. */
  most: number;
  /** Waits until `some` can be asked. */
  turn(): Promise<void>;
  one(id: number): Promise<T | null>;
  /** Some, all different. In the place of one that cannot be read stands why. */
  some(ids: readonly number[]): Promise<ReadonlyMap<number, T | Error>>;
}

/**
 * Reads things of one kind, in one call those that are asked for at about the same time or while the call waits for its turn: the
 * fewer points a store has, the more is in each call. No answer is kept: whoever asks gets what the platform says after that. What one
 * call does not find is asked for by itself, because the platform's search may not know yet what is new.
 */
export function readTogether<T>({
  most,
  turn,
  one,
  some,
}: Reading<T>): (id: number) => Promise<T | null> {
  /** Why the turn of what is sent at this moment has not come. */
  let noTurn: Error | null = null;
  const sendInTurn = async (send: () => void) => {
    await delay(WAIT_MS);
    noTurn = await turn().then(() => null, asError);
    send();
    noTurn = null;
  };
  const loader = new DataLoader<number, T | null>(
    async (asked) => {
      if (noTurn) throw noTurn;
      const ids = [...new Set(asked)];
      const found =
        ids.length > 1 ? await some(ids).catch(noneIfRefused<T>) : new Map<number, T | Error>();
      const others = ids.filter((id) => !found.has(id));
      const alone = new Map(
        await Promise.all(others.map(async (id) => [id, await one(id).catch(asError)] as const)),
      );
      return asked.map((id) => found.get(id) ?? alone.get(id) ?? null);
    },
    { cache: false, maxBatchSize: most, batchScheduleFn: (send) => void sendInTurn(send) },
  );
  return (id) => loader.load(id);
}

/** One of them may be what is refused. */
function noneIfRefused<T>(error: unknown): ReadonlyMap<number, T | Error> {
  if (isPlatformFailure(error) && error.kind === "refused") return new Map();
  throw error;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** A search for things by their numbers. */
export function anyOf(ids: readonly number[]): { query: string; first: number } {
  return { query: ids.map((id) => `id:${id}`).join(" OR "), first: ids.length };
}

/** What a search has found, by the platform's numbers. @throws PlatformFailure, which is about none of them in particular. */
export async function byNumber<Facts extends { id: string }, T>(
  type: NumberedType,
  nodes: readonly Facts[],
  read: (facts: Facts) => T | Promise<T>,
): Promise<ReadonlyMap<number, T | Error>> {
  const things = nodes.map(async (facts) => {
    const thing = await readOrUnreadable({ id: numberIn(facts.id) }, () => read(facts));
    return [
      fromGid(type, facts.id),
      thing instanceof Unreadable ? asError(thing.error) : thing,
    ] as const;
  });
  return new Map(await Promise.all(things));
}
