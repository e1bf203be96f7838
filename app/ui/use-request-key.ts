import { useRef } from "react";

/**
 * The idempotency key of a request: every retry sends the same key, also after a lost response, until the
 * server has reported the outcome. Then `renew` gives the next request a new key.
 */
export function useRequestKey(): { current: () => string; renew: () => void } {
  const key = useRef<string | null>(null);
  return {
    current: () => {
      key.current ??= crypto.randomUUID();
      return key.current;
    },
    renew: () => {
      key.current = null;
    },
  };
}
