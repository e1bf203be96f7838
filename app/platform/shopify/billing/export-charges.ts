import { platformInstant } from "#app/lib/instants.ts";
import type { PastCharge } from "../../platform-billing.ts";
import { readOrUnreadable, type Unreadable } from "../../platform-unreadable.ts";
import type { PastChargeFactsFragment } from "../admin-operations.generated.ts";
import { type ExportFile, readExportLines } from "../bulk/run-export.ts";
import { fromGid, numberIn } from "../gid.ts";
import { readPlatformJson } from "../platform-json.ts";
import { translateAttempt } from "./billing-attempts.ts";

/**
 * The billing attempts of a run's file, one after the other.
 *
 * @throws PlatformFailure `unavailable` when the file cannot be fetched.
 */
export async function* readChargeExport(file: ExportFile): AsyncGenerator<PastCharge | Unreadable> {
  let place = 0;
  for await (const text of readExportLines(file)) {
    place += 1;
    if (place <= file.skip) continue;
    // The type comes from the query that the platform ran.
    const facts = readPlatformJson(text) as PastChargeFactsFragment;
    yield await readOrUnreadable({ id: numberIn(facts.id) }, () => ({
      ...translateAttempt(facts),
      contractId: fromGid("SubscriptionContract", facts.subscriptionContract.id),
      createdAt: platformInstant(facts.createdAt),
    }));
  }
}
