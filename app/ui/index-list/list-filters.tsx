import {
  ChoiceList,
  IndexFilters,
  IndexFiltersMode,
  type IndexFiltersProps,
  TextField,
  useSetIndexFiltersMode,
} from "@shopify/polaris";
import { useEffect, useState } from "react";
import { ErrorBanner } from "../error-banner.tsx";
import { type ListQuery, useListAddress } from "./use-list-address.ts";
import { type SavedViewTab, useSavedViews } from "./use-saved-views.ts";

/** What a list can be narrowed by. Its name is that in the address. */
export interface ListFilter {
  name: string;
  label: string;
  /** To choose one from; a filter without them is a day. */
  options?: readonly { label: string; value: string }[];
}

export interface ListFiltersProps {
  /** The list's address, without its filters. */
  url: string;
  /** What its saved views are stored under, and by which action. */
  list: string;
  views: readonly SavedViewTab[];
  viewsAction: string;
  query: ListQuery;
  filters: readonly ListFilter[];
  searchPlaceholder: string;
  sortOptions: NonNullable<IndexFiltersProps["sortOptions"]>;
  /** Polaris' name of an order, "created desc", of what the address says, and the other way around. */
  sort: { selected: string; toQuery: (selected: string) => string };
}

const SETTLED_MS = 400;

/** Search, filters, order and saved views of a list, as Polaris has them. */
export function ListFilters(props: ListFiltersProps) {
  const { url, list, query, filters, views, viewsAction, sortOptions, sort } = props;
  const address = useListAddress(url, query);
  const applied = filters.filter(({ name }) => (query[name] ?? "") !== "");
  const isNarrowed = applied.length > 0 || (query.search ?? "") !== "";
  const { mode, setMode } = useSetIndexFiltersMode(
    isNarrowed ? IndexFiltersMode.Filtering : IndexFiltersMode.Default,
  );
  const [search, setSearch] = useSearch(query.search ?? "", (value) =>
    address.change({ search: value }),
  );
  const saved = useSavedViews({ list, views, action: viewsAction, query, address });
  return (
    <>
      <ErrorBanner title="The view was not saved" message={saved.error} />
      <div className="pn-list-filters" data-narrowed={isNarrowed || undefined}>
        <IndexFilters
          tabs={saved.tabs}
          selected={saved.selected}
          onSelect={saved.select}
          canCreateNewView
          onCreateNewView={saved.create}
          {...(saved.primaryAction && { primaryAction: saved.primaryAction })}
          cancelAction={{ onAction: () => address.show(saved.opened), disabled: false }}
          mode={mode}
          setMode={setMode}
          queryValue={search}
          queryPlaceholder={props.searchPlaceholder}
          onQueryChange={setSearch}
          onQueryClear={() => setSearch("")}
          sortOptions={sortOptions}
          sortSelected={[sort.selected]}
          onSort={([selected = ""]) => address.change({ sort: sort.toQuery(selected) })}
          filters={filters.map((filter) => ({
            key: filter.name,
            label: filter.label,
            filter: (
              <FilterField
                filter={filter}
                value={query[filter.name] ?? ""}
                onChange={(value) => address.change({ [filter.name]: value })}
              />
            ),
            shortcut: true,
          }))}
          appliedFilters={applied.map((filter) => ({
            key: filter.name,
            label: `${filter.label}: ${wordsOf(filter, query[filter.name] ?? "")}`,
            onRemove: () => address.change({ [filter.name]: "" }),
          }))}
          onClearAll={() => address.show({ view: address.view })}
          disableKeyboardShortcuts
          disableStickyMode
        />
      </div>
    </>
  );
}

function wordsOf({ options }: ListFilter, value: string): string {
  return options?.find((option) => option.value === value)?.label ?? value;
}

function FilterField({
  filter: { label, options },
  value,
  onChange,
}: {
  filter: ListFilter;
  value: string;
  onChange: (value: string) => void;
}) {
  if (!options) {
    return (
      <TextField label={label} type="date" autoComplete="off" value={value} onChange={onChange} />
    );
  }
  return (
    <ChoiceList
      title={label}
      titleHidden
      choices={[...options]}
      selected={value === "" ? [] : [value]}
      onChange={([chosen = ""]) => onChange(chosen)}
    />
  );
}

/** What is typed, and a search for it once the typing has settled. */
function useSearch(asked: string, onSettled: (value: string) => void) {
  const [typed, setTyped] = useState(asked);
  // The address also changes by itself: back, forward, another view.
  useEffect(() => setTyped(asked), [asked]);
  useEffect(() => {
    if (typed.trim() === asked) return;
    const timer = setTimeout(() => onSettled(typed.trim()), SETTLED_MS);
    return () => clearTimeout(timer);
  });
  return [typed, setTyped] as const;
}
