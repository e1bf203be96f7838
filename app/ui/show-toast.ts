/** Says that something worked. Trouble never goes here: it would be gone before it is read. */
export function showToast(message: string): void {
  window.shopify?.toast?.show(message);
}
