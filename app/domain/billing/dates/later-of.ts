/** The later of two dates; the first where there is no second. */
export function laterOf(date: Date, other: Date | null): Date {
  return other && other > date ? other : date;
}
