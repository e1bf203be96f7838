import type { DevstoreState } from "../state/devstore-state.ts";
import type { FailureFault } from "../state/fault.ts";

/** The user error which the controls ordered for this mutation; each is used up by being taken. */
export function takeUserErrorFault(
  state: DevstoreState,
  shop: string,
  operation: string,
): { field: string[] | null; message: string; code: string | null } | undefined {
  const fault = state
    .list(shop, "fault")
    .find((one) => one.type === "refuse" && one.operation === operation);
  if (fault?.type !== "refuse") return undefined;
  state.remove(shop, "fault", fault.id);
  return { field: fault.field, message: fault.message, code: fault.code };
}

/** The failure which the controls ordered for a request with these root fields; counts it down. */
export function takeFailure(
  state: DevstoreState,
  shop: string,
  operations: readonly string[],
): FailureFault | undefined {
  const fault = state
    .list(shop, "fault")
    .find(
      (one) =>
        one.type === "fail" && (one.operation === null || operations.includes(one.operation)),
    );
  if (fault?.type !== "fail") return undefined;
  if (fault.count > 1) state.put(shop, "fault", { ...fault, count: fault.count - 1 });
  else state.remove(shop, "fault", fault.id);
  return fault;
}
