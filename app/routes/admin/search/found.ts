/** One thing that the admin's search found, and where it leads. */
export interface Found {
  href: string;
  label: string;
  /** What else tells it apart; may be empty. */
  detail: string;
}

/** What was found of one kind, the best first. */
export interface FoundGroup {
  title: string;
  found: Found[];
}
