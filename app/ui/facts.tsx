import type { ReactNode } from "react";

/** Names and values, one pair a line. A null value is left out with its name. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="pn-facts">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
