import { Link } from "@remix-run/react";

/** Which part of a queue is shown: what waits, or what was decided. */
export function StatusLinks<S extends string>({
  label,
  url,
  names,
  first,
  shown,
}: {
  /** What they lead to, for those who hear them: "Referrals by decision". */
  label: string;
  /** The address of the first. */
  url: string;
  names: Readonly<Record<S, string>>;
  first: S;
  shown: S;
}) {
  return (
    <nav className="pn-tabs" aria-label={label}>
      {(Object.keys(names) as S[]).map((status) => (
        <Link
          key={status}
          to={status === first ? url : `${url}?status=${status}`}
          aria-current={status === shown ? "page" : undefined}
        >
          {names[status]}
        </Link>
      ))}
    </nav>
  );
}
