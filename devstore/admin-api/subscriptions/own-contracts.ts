import type { DevContract } from "../../state/contract.ts";
import type { AdminContext } from "../admin-context.ts";

/** A contract that this app owns; undefined for another app's, as for one that does not exist. */
export function ownContract(context: AdminContext, id: string | number): DevContract | undefined {
  const contract = context.state.get(context.shop.domain, "contract", id);
  return contract?.isOfOtherApp ? undefined : contract;
}

/** The contracts that this app owns: an app sees no other app's. */
export function ownContracts(context: AdminContext): DevContract[] {
  return context.state.list(context.shop.domain, "contract").filter((one) => !one.isOfOtherApp);
}
