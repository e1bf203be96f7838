import type { AppError } from "#app/lib/app-error.ts";
import { refuse } from "../../refusals/refuse.ts";

/** What somebody who has seen an older state is told; nothing was done. */
export function changedMeanwhile(): AppError {
  return refuse("charge_changed");
}
