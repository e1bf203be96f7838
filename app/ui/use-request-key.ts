import { useRef } from "react";

/**
 * The key that makes a request count once: it goes with every sending, also after an answer that was lost,
 * until the server has said what became of the request. Then `renew` lets the next one have another key.
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
