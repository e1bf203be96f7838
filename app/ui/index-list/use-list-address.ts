import { useNavigate, useSearchParams } from "@remix-run/react";

/** What a list's address says, name by name; blank for nothing. */
export type ListQuery = Readonly<Record<string, string>>;

/** An address of the list: with what is not blank, from the first page on. */
export function listAddress(url: string, query: ListQuery): string {
  const set = Object.entries(query).filter(([, value]) => value !== "");
  return set.length === 0 ? url : `${url}?${new URLSearchParams(set)}`;
}

/** The state of a list lives in its address alone: reloading keeps it, going back undoes a change, and it can be shared. */
export function useListAddress(url: string, query: ListQuery) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const view = params.get("view") ?? "";
  return {
    /** Id of the view that was chosen; blank for none. */
    view,
    /** Where a change leads. */
    addressOf: (change: ListQuery) => listAddress(url, { ...query, view, ...change }),
    change: (change: ListQuery) =>
      navigate(listAddress(url, { ...query, view, ...change }), { preventScrollReset: true }),
    /** Leaves everything out but this. */
    show: (only: ListQuery) => navigate(listAddress(url, only), { preventScrollReset: true }),
  };
}
