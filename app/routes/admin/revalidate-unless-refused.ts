import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For a page's `shouldRevalidate`: a refused form has changed nothing, and reading the page again where
 * the server cannot be reached would take away what was typed.
 */
export const revalidateUnlessRefused: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => actionResult?.outcome !== "refused" && defaultShouldRevalidate;
