/** A retailer's name, the same for all ways of writing it. */
export function retailerKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}
