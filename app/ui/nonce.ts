import { createContext, useContext } from "react";

/** The page's own mark for its scripts. Only the server knows it: browsers hide it from scripts of the page. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
