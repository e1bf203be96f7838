/** The mark of the demo shop and of the app. */
export const markSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#24452f"/><path d="M16 26V13m0 5c-6 0-8-4-8-9 6 0 8 3 8 9Zm0-3c0-5 2-8 8-8 0 5-2 8-8 8Z" fill="none" stroke="#f3e7c9" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/></svg>';

export const favicon = `data:image/svg+xml,${encodeURIComponent(markSvg)}`;
