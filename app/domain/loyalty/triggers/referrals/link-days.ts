const DAY_MS = 86_400_000;

/** In how many days after following a link a friend has ordered, rounded up; 0 for a code that was entered. */
export function linkDays(followedAt: Date | null, orderedAt: Date): number {
  if (!followedAt) return 0;
  return Math.max(0, Math.ceil((orderedAt.getTime() - followedAt.getTime()) / DAY_MS));
}
