import { Button } from "@shopify/polaris";
import { useEffect } from "react";
import { useSlow } from "#app/ui/use-slow.ts";
import type { Found } from "./found.ts";
import type { SearchState } from "./use-search.ts";

const SLOW_AFTER_MS = 600;

interface ResultsProps {
  answer: SearchState;
  /** The place of the result that Enter opens, counted through all groups. */
  active: number;
  onOpen: (found: Found) => void;
  onRetry: () => void;
}

/** What was found, in groups; and in words, for everybody, how the search stands. */
export function SearchResults({ answer, active, onOpen, onRetry }: ResultsProps) {
  const { groups, state } = answer;
  const slow = useSlow(state === "searching", SLOW_AFTER_MS);
  useEffect(() => {
    document.getElementById(`pn-search-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const places = new Map(
    groups.flatMap(({ found }) => found).map((found, place) => [found, place]),
  );
  return (
    <>
      <p className="pn-search-note" role="status">
        {slow ? "Still searching…" : noteOf(answer, places.size)}
      </p>
      {state === "failed" && (
        <div className="pn-search-note">
          <Button onClick={onRetry}>Search again</Button>
        </div>
      )}
      <div id="pn-search-results" role="listbox" aria-label="Results" className="pn-search-results">
        {groups.map(({ title, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets.
          <div key={title} role="group" aria-label={title}>
            <div className="pn-search-group" aria-hidden="true">
              {title}
            </div>
            {found.map((one) => {
              const place = places.get(one) ?? 0;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys, as a combobox does.
                <div
                  key={`${one.href} ${one.label}`}
                  id={`pn-search-${place}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === active}
                  className="pn-search-result"
                  onClick={() => onOpen(one)}
                >
                  <bdi>{one.label}</bdi>
                  {one.detail && <bdi className="pn-search-detail">{one.detail}</bdi>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </>
  );
}

function noteOf({ state, words }: SearchState, count: number): string {
  if (state === "failed") return "The search did not work. Check your connection.";
  if (state === "idle") return "Two letters are enough.";
  if (count > 0)
    return `${count} ${count === 1 ? "result" : "results"}. Up and down choose, Enter opens.`;
  return state === "found" ? `Nothing is called “${words}”.` : "Searching…";
}
