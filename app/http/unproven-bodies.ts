import { AppError } from "#app/lib/app-error.ts";
import { readBodyBytes } from "./read-body.ts";

/** What bodies of senders whom nobody knows yet may hold together in a process while they come. */
const MOST_BYTES = 32 * 1024 * 1024;

interface Coming {
  bytes: number;
  breakOff(): void;
}

/** In the order in which they began. */
const coming = new Set<Coming>();
let held = 0;

/**
 * Reads a body that itself proves who has sent it, by its signature or by the key in it. When many come at once that are not
 * complete, those that have been coming for the longest are broken off: an honest one takes no time.
 *
 * @throws AppError malformed_request as {@link readBodyBytes} does, and rate_limited for one that was broken off.
 */
export async function readUnproven(
  request: Request,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  let isBroken = false;
  const stop = new AbortController();
  const one: Coming = {
    bytes: 0,
    breakOff: () => {
      isBroken = true;
      leave(one);
      stop.abort();
    },
  };
  coming.add(one);
  try {
    return await readBodyBytes(request, maxBytes, {
      signal: stop.signal,
      onPiece: (bytes) => {
        one.bytes += bytes;
        held += bytes;
        makeRoom();
      },
    });
  } catch (error) {
    if (!isBroken) throw error;
    throw new AppError("rate_limited", "Too many requests are being sent. Send this one again.");
  } finally {
    leave(one);
  }
}

function makeRoom(): void {
  for (const oldest of coming) {
    if (held <= MOST_BYTES) return;
    oldest.breakOff();
  }
}

function leave(one: Coming): void {
  if (coming.delete(one)) held -= one.bytes;
}
