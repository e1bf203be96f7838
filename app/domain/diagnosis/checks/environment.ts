import { type Environment, readEnvironment } from "#app/lib/env.ts";
import { type CheckResult, failing, ok, warning } from "../check.ts";

const ADVICE = "docs/operations.md lists the variables and what each is.";

/** The environment variables of a process that is about to start; null where it could not. */
export function checkEnvironment(source: Record<string, string | undefined>): {
  result: CheckResult;
  environment: Environment | null;
} {
  const name = "Environment";
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  let environment: Environment;
  try {
    environment = readEnvironment(given);
  } catch (error) {
    const lines = error instanceof Error ? error.message.split("\n") : [String(error)];
    return { result: { name, ...failing(`${lines.join("; ")}.`, ADVICE) }, environment: null };
  }
  const finding =
    environment.DEVSTORE_URL === undefined
      ? ok("Every variable that is needed is set.")
      : warning(
          "DEVSTORE_URL is set: the app talks to the development store instead of the platform.",
          "Remove it in production.",
        );
  return { result: { name, ...finding }, environment };
}
