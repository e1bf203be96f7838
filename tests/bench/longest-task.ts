/** What is read of a line of Chromium's own trace. Durations are microseconds of the thread's own time. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: { url?: string } };
}

/** The categories of a trace in which the tasks stand. */
export const taskCategories = ["devtools.timeline", "disabled-by-default-devtools.timeline"];

/**
 * Milliseconds of the longest task that a trace has of a page's main thread, from the first run of a script
 * whose address contains `script`; null begins at the beginning. Of the task in which that run falls only
 * the run counts: the browser may put the page's own first layout into the same one. The thread's own time
 * is counted, so that other programs which have their turn on this machine do not count.
 */
export function longestTaskMs(trace: Buffer, script: string | null): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(threadOf),
  );
  const run = script === null ? null : firstRunOf(script, traceEvents);
  const lengths = traceEvents
    .filter((event) => event.name === "RunTask" && mainThreads.has(threadOf(event)))
    .filter(({ ts }) => run === null || ts > run.ts)
    .concat(run ?? [])
    .map(({ tdur = 0 }) => tdur / 1000);
  if (lengths.length === 0) throw new Error("The trace has no tasks of a page.");
  return Math.max(...lengths);
}

function firstRunOf(script: string, events: readonly TraceEvent[]): TraceEvent {
  const run = events.find(
    ({ name, args }) => name === "EvaluateScript" && args?.data?.url?.includes(script),
  );
  if (!run) throw new Error(`The trace has no script from ${script}.`);
  return run;
}
