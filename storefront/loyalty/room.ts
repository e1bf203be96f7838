/** A browser counts what moves later than half a second after a press, and so may a shopper. */
const SOON_MS = 400;

/**
 * Puts something else into a place that was opened. What comes late is read in the room that there is, so that nothing below it
 * moves; at the next opening it has as much as it needs.
 *
 * @param openedMs on the page's clock.
 */
export function replaceInRoom(body: HTMLElement, openedMs: number, place: () => void): void {
  const room = isLate(openedMs) ? body.offsetHeight : 0;
  place();
  body.style.blockSize = room > 0 ? `${room}px` : "";
  const isFull = room > 0 && body.scrollHeight > body.clientHeight;
  body.style.overflow = isFull ? "auto" : "";
  if (!isFull) {
    body.removeAttribute("tabindex");
    return;
  }
  // A keyboard scrolls what has the focus.
  body.tabIndex = 0;
  body.role = "group";
  body.ariaLabel = body.closest("details")?.querySelector("summary")?.textContent ?? null;
}

/** Whether the press is so long ago that nothing may move any more. */
export function isLate(openedMs: number): boolean {
  return performance.now() - openedMs > SOON_MS;
}
