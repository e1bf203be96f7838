import type { CheckResult } from "#app/domain/diagnosis/check.ts";

const LABELS = { ok: "ok     ", warning: "WARNING", failing: "FAILING" } as const;

/** A heading and a line for each check, with what to do below those that are not well. */
export function describeResults(heading: string, results: readonly CheckResult[]): string {
  const lines = results.flatMap((result) => {
    const line = `  ${LABELS[result.status]}  ${result.name}: ${result.found}`;
    return result.status === "ok" ? [line] : [line, `           → ${result.advice}`];
  });
  return [heading, ...lines].join("\n");
}

/** The last line: how many of each there are. */
export function describeTotal(results: readonly CheckResult[]): string {
  const count = (status: CheckResult["status"]) =>
    results.filter((result) => result.status === status).length;
  return `${count("ok")} ok, ${count("warning")} to look at, ${count("failing")} failing.`;
}
