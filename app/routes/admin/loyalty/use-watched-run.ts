import { useEffect, useState } from "react";

const EVERY_MS = 700;

/** Something that a job counts. */
interface Counted {
  isDone: boolean;
  /** Why a part was begun again; null when none was. */
  trouble: string | null;
}

interface Watched<Run> {
  run: Run | null;
  /** Why it cannot be read now; null when it can. */
  trouble: string | null;
}

/**
 * Reads what a job counts again and again until it is done. Plain requests rather than the router's: when one fails, the page with
 * what is typed in it stays.
 *
 * @param address of the run; null while there is none.
 */
export function useWatchedRun<Run extends Counted>(address: string | null): Watched<Run> {
  const [watched, setWatched] = useState<Watched<Run>>({ run: null, trouble: null });
  useEffect(() => {
    setWatched({ run: null, trouble: null });
    if (address === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const read = async () => {
      const next = await readOnce<Run>(address);
      if (isGone) return;
      setWatched((before) => ({ run: next.run ?? before.run, trouble: next.trouble }));
      if (!next.isOver) timer = setTimeout(() => void read(), EVERY_MS);
    };
    void read();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [address]);
  return watched;
}

async function readOnce<Run extends Counted>(
  address: string,
): Promise<Watched<Run> & { isOver: boolean }> {
  try {
    const response = await fetch(address);
    if (response.status === 404) {
      const trouble = "This one has made way for newer ones. Start it again.";
      return { run: null, trouble, isOver: true };
    }
    if (!response.ok) throw new Error(`The run answered ${response.status}.`);
    const run = (await response.json()) as Run;
    return { run, trouble: run.trouble, isOver: run.isDone };
  } catch {
    return { run: null, trouble: "The server could not be reached. Trying again.", isOver: false };
  }
}
