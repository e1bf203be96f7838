/** Longer than any system takes two clicks for one double click. */
const DOUBLE_CLICK_MS = 700;

/**
 * Keeps the second half of a double click from what has come under the pointer meanwhile: whoever clicks the last button of a
 * dialog twice means that button both times.
 */
export function swallowDoubleClick(): void {
  const swallow = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, true);
  setTimeout(() => window.removeEventListener("click", swallow, true), DOUBLE_CLICK_MS);
}
