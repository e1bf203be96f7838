import { useEffect, useRef, useState } from "react";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { DryRunView } from "./dry-run-view.ts";

const EVERY_MS = 700;

interface Watched {
  run: DryRunView | null;
  /** Why it cannot be read now; null when it can. */
  trouble: string | null;
}

/** What makes no difference to what a rule would have given. */
const NOT_COUNTED = { name: null, description: null, status: null, startDate: null };
const NOTHING: Watched = { run: null, trouble: null };

/** Starts dry runs of a rule as it is typed, one after another, and follows the last one. */
export function useDryRun(input: Record<string, unknown>) {
  const sent = useRef("");
  const [started, setStarted] = useState<{ runId: string; of: string } | null>(null);
  const form = useFormRequest<{ outcome: "started"; runId: string }>(({ runId }) =>
    setStarted({ runId, of: sent.current }),
  );
  const { run, trouble } = useWatchedRun(started?.runId ?? null);
  const now = JSON.stringify({ ...input, ...NOT_COUNTED });
  return {
    run,
    trouble,
    error: form.error,
    isAtWork: form.isSending || (started !== null && !run?.isDone && trouble === null),
    isStarted: started !== null,
    /** Whether the rule was changed since. */
    isOld: started !== null && started.of !== now,
    start: () => {
      sent.current = now;
      form.send({ intent: "dry-run", key: crypto.randomUUID(), input });
    },
  };
}

export type DryRunState = ReturnType<typeof useDryRun>;

/**
 * Reads a dry run again and again until it is done. Plain requests rather than the router's: when one fails, the page with what is
 * typed in it stays.
 */
function useWatchedRun(runId: string | null): Watched {
  const [watched, setWatched] = useState(NOTHING);
  useEffect(() => {
    setWatched(NOTHING);
    if (runId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const read = async () => {
      const next = await readOnce(runId);
      if (isGone) return;
      setWatched((before) => ({ run: next.run ?? before.run, trouble: next.trouble }));
      if (!next.isOver) timer = setTimeout(() => void read(), EVERY_MS);
    };
    void read();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [runId]);
  return watched;
}

async function readOnce(runId: string): Promise<Watched & { isOver: boolean }> {
  try {
    const response = await fetch(`/app/loyalty/dry-runs/${runId}`);
    if (response.status === 404) {
      const trouble = "This dry run has made way for newer ones. Start it again.";
      return { run: null, trouble, isOver: true };
    }
    if (!response.ok) throw new Error(`The dry run answered ${response.status}.`);
    const run = (await response.json()) as DryRunView;
    return { run, trouble: run.trouble, isOver: run.isDone };
  } catch {
    return { run: null, trouble: "The server could not be reached. Trying again.", isOver: false };
  }
}
