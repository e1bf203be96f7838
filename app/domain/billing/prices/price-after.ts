import type { PlatformContractLine } from "#app/platform/platform-contract.ts";

/** What one piece of a line costs once so many charges were made; nothing where its price does not change then. */
export function priceAfter(
  { lineGid, priceSteps }: Pick<PlatformContractLine, "lineGid" | "priceSteps">,
  cycle: number,
): { lineGid: string; priceMinor: number }[] {
  const step = priceSteps.find(({ afterCycle }) => afterCycle === cycle);
  return step ? [{ lineGid, priceMinor: step.priceMinor }] : [];
}
