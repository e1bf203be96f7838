/** An amount, a day or a name keeps its order in a text that runs the other way. */
export function isolated(text: string): HTMLElement {
  const place = document.createElement("bdi");
  place.append(text);
  return place;
}
