import { createContext, useContext } from "react";
import { type Formats, formatsOf } from "./format.ts";

const LocaleContext = createContext<string | null>(null);

/** The locale that the server chose for the visitor: the browser's own would draw another page than the server's. */
export const LocaleProvider = LocaleContext.Provider;

/** Amounts, dates and counts as the staff member's locale writes them. */
export function useFormats(): Formats {
  return formatsOf(useContext(LocaleContext));
}
