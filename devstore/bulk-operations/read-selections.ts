import { type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from "graphql";

export type FragmentsByName = Readonly<Record<string, FragmentDefinitionNode>>;

/** The fields of a selection, with those that its fragments bring. */
export function selectedFields(
  selections: SelectionSetNode,
  fragments: FragmentsByName,
): FieldNode[] {
  const fields: FieldNode[] = [];
  const waiting = [...selections.selections].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === Kind.FIELD) fields.push(next);
    else {
      const fragment = next.kind === Kind.INLINE_FRAGMENT ? next : fragments[next.name.value];
      if (fragment) waiting.push(...[...fragment.selectionSet.selections].reverse());
    }
  }
  return fields;
}

/** The member of the answer that holds a field. */
export function answerName(field: FieldNode): string {
  return field.alias?.value ?? field.name.value;
}
