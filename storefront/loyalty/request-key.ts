const keys = new Map<string, string>();

/**
 * The key of a request that must be done once: the same until the request has an answer, also when the page was loaded again
 * meanwhile, where the browser keeps something for a session.
 *
 * @param name of what is asked for.
 */
export function keyFor(name: string): string {
  const kept = keys.get(name) ?? stored(() => sessionStorage.getItem(name));
  const key = kept ?? crypto.randomUUID();
  keys.set(name, key);
  stored(() => sessionStorage.setItem(name, key));
  return key;
}

/** The request has its answer: the next one is another. */
export function forgetKey(name: string): void {
  keys.delete(name);
  stored(() => sessionStorage.removeItem(name));
}

/** Some browsers refuse any access. */
function stored<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
