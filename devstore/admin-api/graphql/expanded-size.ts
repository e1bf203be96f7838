import { type DocumentNode, Kind, type SelectionSetNode } from "graphql";

/**
 * How many fields a document has once its fragments are put in their places: fragments within fragments can
 * double it with each level. Costs time linear in the document's own length.
 */
export function expandedSize(document: DocumentNode): number {
  const fragments = new Map<string, SelectionSetNode>();
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one.selectionSet);
  }
  const sizes = new Map<string, number>();

  const sizeOfFragment = (name: string): number => {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    // One that leads back to itself is found by the validation, and is not followed here.
    sizes.set(name, 0);
    const selections = fragments.get(name);
    const size = selections === undefined ? 0 : sizeOf(selections);
    sizes.set(name, size);
    return size;
  };
  const sizeOf = ({ selections }: SelectionSetNode): number => {
    let size = 0;
    for (const one of selections) {
      if (one.kind === Kind.FRAGMENT_SPREAD) size += sizeOfFragment(one.name.value);
      else size += 1 + (one.selectionSet === undefined ? 0 : sizeOf(one.selectionSet));
    }
    return size;
  };

  return document.definitions.reduce(
    (sum, one) => sum + (one.kind === Kind.OPERATION_DEFINITION ? sizeOf(one.selectionSet) : 0),
    0,
  );
}
