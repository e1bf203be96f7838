/** As many of the first items as their JSON has room in so many bytes. */
export function firstWithin<T>(items: readonly T[], maxBytes: number): T[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > maxBytes;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}
