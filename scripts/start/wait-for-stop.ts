/** Resolves when somebody asks this process to end: by SIGINT, SIGTERM, SIGHUP, or by ending npm. */
export function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    // Once asked, being asked again changes nothing: the end is on its way and has its own limits.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => resolve());
    watchNpm(resolve);
  });
}

const watchEveryMs = 500;

/**
 * npm runs us through a shell. Whoever ends npm or that shell means us, but a shell does not pass
 * signals on: so we look whether it is still our parent.
 */
function watchNpm(onGone: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, watchEveryMs);
  timer.unref();
}
