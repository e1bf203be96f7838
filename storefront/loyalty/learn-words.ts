import { loadModule } from "#storefront/load-module.ts";
/**
 * Brings the words that few need, in the page's language, beside those that the page has: the sentences about what a
 * shopper has done. Rejects when they do not come.
 *
 * @param element has the address of its language's words.
 */
export async function learnWords(element: HTMLElement): Promise<void> {
  const { words } = await loadModule<{ words: Record<string, string> }>(element.dataset.words);
  const content = element.querySelector("template")?.content;
  if (!content || content.querySelector("[data-k=unknown]")) return;
  for (const [key, text] of Object.entries(words)) {
    const place = document.createElement("p");
    place.dataset.k = key;
    place.append(text);
    content.append(place);
  }
}
