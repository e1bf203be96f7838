/** How far a job has come, as a bar and in words. */
export function Progress({ done, of, what }: { done: number; of: number; what: string }) {
  return (
    <span>
      <progress className="pn-progress" value={done} max={Math.max(of, 1)} aria-label={what} />{" "}
      {done} of {of}
    </span>
  );
}
