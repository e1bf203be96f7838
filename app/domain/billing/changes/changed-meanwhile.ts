import { AppError } from "#app/lib/app-error.ts";

/** What somebody who has seen an older state is told; nothing was done. */
export function changedMeanwhile(): AppError {
  return new AppError(
    "charge_not_retryable",
    "This charge has been made or changed meanwhile. Reload the page.",
  );
}
