/**
 * SQL for whether two attempts of one subscription were made for the same charge: in one billing cycle of ours, or in one that
 * was imported from before the installation.
 */
export function sameChargeSql(one: string, other: string): string {
  return `(${one}.cycle_index = ${other}.cycle_index OR ${one}.past_cycle = ${other}.past_cycle)`;
}
