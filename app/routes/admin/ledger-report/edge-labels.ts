/** The first, the middle and the last of the periods' labels. */
export function edgeLabels(labels: readonly string[]): string[] {
  const middle = labels[Math.floor((labels.length - 1) / 2)];
  return [...new Set([labels[0] ?? "", middle ?? "", labels.at(-1) ?? ""])];
}
