import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For a page's `shouldRevalidate`: a refused form has changed nothing, and reading the page again where
 * the server cannot be reached would take away what was typed.
 */
export const revalidateUnlessRefused: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => actionResult?.outcome !== "refused" && defaultShouldRevalidate;

/**
 * The same for a page whose form may be refused because what it shows is no longer so: it is read again once the server has said which
 * field is wrong.
 */
export const revalidateOnceAnswered: ShouldRevalidateFunction = (change) =>
  Object.keys(change.actionResult?.fields ?? {}).length > 0
    ? change.defaultShouldRevalidate
    : revalidateUnlessRefused(change);
