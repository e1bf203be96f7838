import type { AppError } from "#app/lib/app-error.ts";
import type { ContractActor } from "#app/platform/platform-contract.ts";
import type { Actor } from "../../context.ts";
import { refuse } from "../../refusals/refuse.ts";

/** The actor that the platform records for a contract change. */
export function toContractActor({ kind }: Actor): ContractActor {
  if (kind === "customer") return "customer";
  return kind === "merchant" ? "merchant" : "partner";
}

export function contractCancelledError(): AppError {
  return refuse("canceled");
}
