/**
 * Ends the process in good order on SIGTERM, SIGINT, or when the process that started it has gone
 * (its end closes the channel between the two, even after a kill). Further signals change nothing: a
 * service manager sends one to every process of a group, beside the supervisor's own.
 *
 * @param close must end everything that keeps the process alive.
 * @returns what ends the process in the same way.
 */
export function endWithSupervisor(close: () => Promise<void>): () => void {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("disconnect", end);
  return end;
}
