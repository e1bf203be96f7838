/** Whether two billing attempts of one subscription, by the names of their tables, were made for the same charge. */
export function sameChargeSql(one: string, other: string): string {
  return `(${one}.cycle_index = ${other}.cycle_index OR ${one}.past_cycle = ${other}.past_cycle)`;
}
