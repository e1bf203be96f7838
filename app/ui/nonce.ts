import { createContext, useContext } from "react";

/** The page's mark for its scripts, which its policy asks of them. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
