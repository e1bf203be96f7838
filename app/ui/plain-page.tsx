import type { ReactNode } from "react";

const style = {
  main: {
    maxWidth: "34rem",
    margin: "12vh auto 0",
    padding: "0 1.5rem",
    font: "400 1rem/1.6 system-ui, sans-serif",
    color: "#303030",
  },
  title: { font: "650 1.5rem/1.3 system-ui, sans-serif", margin: "0 0 0.75rem" },
} as const;

/** A page outside the admin, which needs no style sheet: the front door, and the worst of errors. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main style={style.main}>
      <h1 style={style.title}>{title}</h1>
      {children}
    </main>
  );
}
