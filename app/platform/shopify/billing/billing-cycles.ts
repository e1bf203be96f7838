import { anchorOf } from "#app/lib/anchor.ts";
import { platformInstant } from "#app/lib/instants.ts";
import type {
  AttemptedCycle,
  BillingCalendar,
  PlatformBillingCycle,
} from "../../platform-billing.ts";
import { PlatformFailure } from "../../platform-failure.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  type BillingCycleFactsFragment,
  EditBillingCycleDocument,
  ReadBillingCycleDocument,
  ReadBillingCyclesDocument,
  type SubscriptionBillingCycleScheduleEditInput,
} from "../admin-operations.generated.ts";
import { toGid } from "../gid.ts";
import { readAll } from "../read-connection.ts";
import { throwUserErrors } from "../throw-user-errors.ts";
import { translateAttempt } from "./billing-attempts.ts";

export async function listBillingCycles(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  span: { from: Date; to: Date },
): Promise<BillingCalendar> {
  const variables = {
    contractId: toGid("SubscriptionContract", contractId),
    from: span.from.toISOString(),
    to: span.to.toISOString(),
  };
  const read = (after: string | null) =>
    client.run(shopDomain, ReadBillingCyclesDocument, { ...variables, after });
  const first = await read(null);
  if (first.subscriptionContract === null) {
    throw new PlatformFailure("refused", `The platform knows no contract ${contractId}`);
  }
  const cycles = await readAll(
    first.subscriptionBillingCycles,
    async (after) => (await read(after)).subscriptionBillingCycles,
  );
  const { updatedAt, nextBillingDate, billingPolicy } = first.subscriptionContract;
  return {
    contract: {
      nextBillingAt: nextBillingDate === null ? null : platformInstant(nextBillingDate),
      updatedAt: platformInstant(updatedAt),
    },
    anchors: billingPolicy.anchors.map(anchorOf),
    cycles: cycles.map(translateCycle),
  };
}

export async function getBillingCycle(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  index: number,
): Promise<AttemptedCycle | null> {
  const { subscriptionBillingCycle: cycle } = await client.run(
    shopDomain,
    ReadBillingCycleDocument,
    { contractId: toGid("SubscriptionContract", contractId), index },
  );
  if (cycle === null) return null;
  return { ...translateCycle(cycle), attempts: cycle.billingAttempts.nodes.map(translateAttempt) };
}

export async function moveBillingCycle(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  cycleIndex: number,
  date: Date,
): Promise<void> {
  const input = { billingDate: date.toISOString(), reason: "DEV_INITIATED" } as const;
  await editCycle(client, shopDomain, contractId, cycleIndex, input);
}

export async function skipBillingCycle(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  cycleIndex: number,
  skip = true,
): Promise<void> {
  const input = { skip, reason: "DEV_INITIATED" } as const;
  await editCycle(client, shopDomain, contractId, cycleIndex, input);
}

async function editCycle(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  index: number,
  input: SubscriptionBillingCycleScheduleEditInput,
): Promise<void> {
  const answer = await client.run(
    shopDomain,
    EditBillingCycleDocument,
    { contractId: toGid("SubscriptionContract", contractId), index, input },
    { repeatable: true },
  );
  throwUserErrors(answer.subscriptionBillingCycleScheduleEdit);
}

function translateCycle(node: BillingCycleFactsFragment): PlatformBillingCycle {
  return {
    index: node.cycleIndex,
    startAt: platformInstant(node.cycleStartAt),
    endAt: platformInstant(node.cycleEndAt),
    expectedAt: platformInstant(node.billingAttemptExpectedDate),
    isSkipped: node.skipped,
    isBilled: node.status === "BILLED",
  };
}
