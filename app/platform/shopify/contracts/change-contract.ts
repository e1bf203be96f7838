import type {
  ContractActor,
  ContractChange,
  ContractDraft,
  DiscountValue,
  FixedDays,
  PlatformContract,
} from "../../platform-contract.ts";
import { isPlatformFailure, PlatformFailure } from "../../platform-failure.ts";
import type { AdminClient } from "../admin-client.ts";
import { toFloatAmount } from "../admin-money.ts";
import {
  ActivateContractDocument,
  AddDraftDiscountDocument,
  type AddDraftDiscountMutation,
  CancelContractDocument,
  CommitDraftDocument,
  type ContractFactsFragment,
  MoveNextBillingDateDocument,
  OpenContractDraftDocument,
  PauseContractDocument,
  ReadContractPoliciesDocument,
  RemoveDraftDiscountDocument,
  SetDraftIntervalDocument,
  SetNextBillingDateDocument,
  type SubscriptionActor,
  type SubscriptionManualDiscountValueInput,
} from "../admin-operations.generated.ts";
import { toGid } from "../gid.ts";
import { throwUserErrors } from "../throw-user-errors.ts";
import { addFreeLine, removeLine } from "./free-lines.ts";
import { completeContract, readContract } from "./read-contracts.ts";
import { lostDays, writePolicies } from "./write-policies.ts";
import { writePrices } from "./write-prices.ts";

const actors: Record<ContractActor, SubscriptionActor> = {
  customer: "CUSTOMER",
  merchant: "MERCHANT",
  partner: "PARTNER",
};

type AddedDiscount = NonNullable<
  NonNullable<AddDraftDiscountMutation["subscriptionDraftDiscountAdd"]>["discountAdded"]
>;

/** How often a change is retried when the contract was changed concurrently. */
const staleAttempts = 3;

export async function cancelContract(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  actor: ContractActor,
): Promise<PlatformContract> {
  const id = toGid("SubscriptionContract", contractId);
  const answer = await client.run(
    shopDomain,
    CancelContractDocument,
    { id, actor: actors[actor] },
    // A second cancel is answered CONTRACT_TERMINATED, which is read as the end that was asked for.
    { repeatable: true },
  );
  try {
    return await contractOf(client, shopDomain, answer.subscriptionContractCancel);
  } catch (error) {
    if (!hasCode(error, "CONTRACT_TERMINATED")) throw error;
    const contract = await readContract(client, shopDomain, contractId);
    if (contract?.status !== "cancelled") throw error;
    return contract;
  }
}

export async function pauseContract(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  actor: ContractActor,
): Promise<PlatformContract> {
  const id = toGid("SubscriptionContract", contractId);
  const variables = { id, actor: actors[actor] };
  const answer = await client.run(shopDomain, PauseContractDocument, variables, {
    repeatable: true,
  });
  return contractOf(client, shopDomain, answer.subscriptionContractPause);
}

/** The date first: a contract that is active may be charged at once. */
export async function resumeContract(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  nextBillingAt: Date | null,
  actor: ContractActor,
): Promise<PlatformContract> {
  const id = toGid("SubscriptionContract", contractId);
  if (nextBillingAt) await moveNextBillingDate(client, shopDomain, contractId, nextBillingAt);
  const answer = await client.run(
    shopDomain,
    ActivateContractDocument,
    { id, actor: actors[actor] },
    { repeatable: true },
  );
  return contractOf(client, shopDomain, answer.subscriptionContractActivate);
}

export async function setNextBillingDate(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  date: Date,
): Promise<PlatformContract> {
  const answer = await client.run(shopDomain, SetNextBillingDateDocument, at(contractId, date), {
    repeatable: true,
  });
  const payload = throwUserErrors(answer.subscriptionContractSetNextBillingDate);
  return contractOf(client, shopDomain, payload);
}

export async function moveNextBillingDate(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  date: Date,
): Promise<void> {
  const answer = await client.run(shopDomain, MoveNextBillingDateDocument, at(contractId, date), {
    repeatable: true,
  });
  throwUserErrors(answer.subscriptionContractSetNextBillingDate);
}

const at = (contractId: number, date: Date) => ({
  id: toGid("SubscriptionContract", contractId),
  date: date.toISOString(),
});

export async function draftContractChange(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  change: ContractChange,
): Promise<ContractDraft> {
  return writeFreshDraft(client, shopDomain, contractId, async (draftId) => {
    const draft = { draftId, discountGid: null, lineGid: null };
    if (change.kind === "change_interval") {
      return {
        ...draft,
        lostDays: await setInterval(client, shopDomain, contractId, draftId, change),
      };
    }
    if (change.kind === "set_prices") {
      await writePrices(client, shopDomain, draftId, change);
      return draft;
    }
    if (change.kind === "add_free_line") {
      return {
        ...draft,
        lineGid: await addFreeLine(client, shopDomain, draftId, change.productId),
      };
    }
    if (change.replaces) await removeFromDraft(client, shopDomain, draftId, change.replaces);
    const answer = await client.run(shopDomain, AddDraftDiscountDocument, {
      draftId,
      title: change.title,
      value: writeDiscountValue(change.value),
      recurringCycleLimit: change.recurringCycleLimit,
    });
    const { discountAdded } = throwUserErrors(answer.subscriptionDraftDiscountAdd);
    requireCurrency(change.value, discountAdded?.value);
    return { ...draft, discountGid: discountAdded?.id ?? null };
  });
}

export async function commitContractChange(
  client: AdminClient,
  shopDomain: string,
  draftId: string,
  contractId: number,
): Promise<PlatformContract> {
  const answer = await client.run(
    shopDomain,
    CommitDraftDocument,
    { draftId },
    // A draft can be committed once; the second time it is answered COMMITTED.
    { repeatable: true },
  );
  try {
    return await contractOf(client, shopDomain, answer.subscriptionDraftCommit);
  } catch (error) {
    if (!hasCode(error, "COMMITTED")) throw error;
    const contract = await readContract(client, shopDomain, contractId);
    if (contract === null) throw error;
    return contract;
  }
}

export function removeContractDiscount(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  discountId: string,
): Promise<PlatformContract> {
  return removeFromContract(client, shopDomain, contractId, {
    isThere: ({ discounts }) => discounts.some(({ gid }) => gid === discountId),
    remove: (draftId) => removeFromDraft(client, shopDomain, draftId, discountId),
  });
}

async function removeFromDraft(
  client: AdminClient,
  shopDomain: string,
  draftId: string,
  discountId: string,
): Promise<void> {
  const variables = { draftId, discountId };
  const answer = await client.run(shopDomain, RemoveDraftDiscountDocument, variables);
  throwUserErrors(answer.subscriptionDraftDiscountRemove);
}

export function removeContractLine(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  lineId: string,
): Promise<PlatformContract> {
  return removeFromContract(client, shopDomain, contractId, {
    isThere: ({ lines }) => lines.some(({ lineGid }) => lineGid === lineId),
    remove: (draftId) => removeLine(client, shopDomain, draftId, lineId),
  });
}

async function removeFromContract(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  part: {
    isThere(contract: PlatformContract): boolean;
    remove(draftId: string): Promise<void>;
  },
): Promise<PlatformContract> {
  for (let attempt = 1; ; attempt += 1) {
    const contract = await readContract(client, shopDomain, contractId);
    if (contract === null) {
      throw new PlatformFailure("refused", `The platform knows no contract ${contractId}`);
    }
    if (!part.isThere(contract)) return contract;
    try {
      const draftId = await writeFreshDraft(client, shopDomain, contractId, async (draftId) => {
        await part.remove(draftId);
        return draftId;
      });
      return await commitContractChange(client, shopDomain, draftId, contractId);
    } catch (error) {
      if (!hasCode(error, "STALE_CONTRACT") || attempt === staleAttempts) throw error;
    }
  }
}

/**
 * Writing into a draft must not be sent twice, because it would be added twice. When the outcome is unknown, the
 * draft is abandoned and the change starts over with a new one.
 */
async function writeFreshDraft<T>(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  write: (draftId: string) => Promise<T>,
): Promise<T> {
  const draftId = await openDraft(client, shopDomain, contractId);
  try {
    return await write(draftId);
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "unavailable") throw error;
    if (error.platformCode === "THROTTLED") throw error;
    return write(await openDraft(client, shopDomain, contractId));
  }
}

/** Repeatable: an uncommitted draft changes nothing. */
async function openDraft(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
): Promise<string> {
  const answer = await client.run(
    shopDomain,
    OpenContractDraftDocument,
    { contractId: toGid("SubscriptionContract", contractId) },
    { repeatable: true },
  );
  const { draft } = throwUserErrors(answer.subscriptionContractUpdate);
  if (draft === null) throw new PlatformFailure("refused", "The platform opened no draft");
  return draft.id;
}

async function setInterval(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  draftId: string,
  change: Extract<ContractChange, { kind: "change_interval" }>,
): Promise<FixedDays | null> {
  const { subscriptionContract } = await client.run(shopDomain, ReadContractPoliciesDocument, {
    id: toGid("SubscriptionContract", contractId),
  });
  const answer = await client.run(
    shopDomain,
    SetDraftIntervalDocument,
    {
      draftId,
      ...writePolicies(change.interval, subscriptionContract, change.fixedDays),
      ...(change.nextBillingAt && { nextBillingDate: change.nextBillingAt.toISOString() }),
    },
    { repeatable: true },
  );
  throwUserErrors(answer.subscriptionDraftUpdate);
  return lostDays(change.interval.unit, subscriptionContract);
}

function writeDiscountValue(value: DiscountValue): SubscriptionManualDiscountValueInput {
  if (value.kind === "percentage") return { percentage: value.percentage };
  const amount = toFloatAmount(value.amountMinor, value.currency);
  return { fixedAmount: { amount, appliesOnEachItem: false } };
}

/**
 * The platform takes an amount without its currency, as one of the contract's. A draft with an amount that was meant in another one is
 * not committed.
 *
 * @throws PlatformFailure refused.
 */
function requireCurrency(meant: DiscountValue, taken: AddedDiscount["value"] | undefined): void {
  if (meant.kind !== "fixed_amount") return;
  if (taken?.__typename !== "SubscriptionDiscountFixedAmountValue") return;
  const { currencyCode } = taken.amount;
  if (currencyCode === meant.currency) return;
  throw new PlatformFailure(
    "refused",
    `The amount is in ${meant.currency}, and the contract in ${currencyCode}.`,
  );
}

async function contractOf(
  client: AdminClient,
  shopDomain: string,
  payload: Parameters<
    typeof throwUserErrors<{
      contract: ContractFactsFragment | null;
      userErrors: { field: string[] | null; message: string; code: string | null }[];
    }>
  >[0],
): Promise<PlatformContract> {
  const { contract } = throwUserErrors(payload);
  if (contract === null) throw new PlatformFailure("refused", "The platform answered no contract");
  return completeContract(client, shopDomain, contract);
}

function hasCode(error: unknown, code: string): boolean {
  return isPlatformFailure(error) && error.kind === "refused" && error.platformCode === code;
}
