import type { IndexFiltersProps, TabProps } from "@shopify/polaris";
import { useRef } from "react";
import { useFormRequest } from "../use-form-request.ts";
import type { ListQuery, useListAddress } from "./use-list-address.ts";

/** A saved view as a tab shows it. */
export interface SavedViewTab {
  id: string;
  name: string;
  query: ListQuery;
}

interface ViewAnswer {
  outcome: "saved" | "deleted";
  /** Of the view that is shown from now on; blank for none. */
  id: string;
}

/** The saved views of a list as tabs: chosen, created, renamed, changed and deleted. */
export function useSavedViews({
  list,
  views,
  action,
  query,
  address,
}: {
  list: string;
  views: readonly SavedViewTab[];
  action: string;
  query: ListQuery;
  address: ReturnType<typeof useListAddress>;
}) {
  /** Where the list is to be when what was sent is saved. */
  const next = useRef<(id: string) => void>(() => {});
  const form = useFormRequest<ViewAnswer>(({ id }) => next.current(id));
  const opened = views.find(({ id }) => id === address.view);
  const isChanged = !sameQuery(query, opened?.query ?? {});
  const send = (body: object, then: (id: string) => void) => {
    next.current = then;
    form.send({ list, ...body }, { action });
    return Promise.resolve(true);
  };
  const stay = () => {};
  const create = (name: string, of: ListQuery) =>
    send({ intent: "create", name, query: setOf(of) }, (id) => address.show({ ...of, view: id }));
  const tabs: TabProps[] = [
    { id: "all", content: "All", isLocked: true, actions: [] },
    ...views.map((view) => ({
      id: `view-${view.id}`,
      content: view.name,
      actions: actionsOf(view),
    })),
  ];
  function actionsOf(view: SavedViewTab): NonNullable<TabProps["actions"]> {
    return [
      {
        type: "rename" as const,
        onPrimaryAction: (name: string) => send({ intent: "rename", id: view.id, name }, stay),
      },
      {
        type: "delete" as const,
        onPrimaryAction: () => send({ intent: "delete", id: view.id }, () => address.show({})),
      },
    ];
  }
  const save: IndexFiltersProps["primaryAction"] = opened
    ? {
        type: "save",
        onAction: () => send({ intent: "change", id: opened.id, query: setOf(query) }, stay),
        disabled: !isChanged,
        loading: form.isSending,
      }
    : {
        type: "save-as",
        onAction: (name) => create(name, query),
        disabled: !isChanged,
        loading: form.isSending,
      };
  return {
    tabs,
    selected: opened ? views.indexOf(opened) + 1 : 0,
    select: (at: number) => {
      const view = views[at - 1];
      address.show(view ? { ...view.query, view: view.id } : {});
    },
    create: (name: string) => create(name, query),
    primaryAction: save,
    /** What the list showed before anything was changed. */
    opened: opened ? { ...opened.query, view: opened.id } : {},
    error: form.error?.message ?? null,
  };
}

const setOf = (query: ListQuery): ListQuery =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));

function sameQuery(one: ListQuery, other: ListQuery): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? "") === (other[name] ?? ""));
}
