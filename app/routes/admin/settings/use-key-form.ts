import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Refusal } from "../answer-action.ts";
import type { SettingsAnswer, SettingsOutcome } from "./settings-action.ts";

/**
 * One form of a dialog: calls `onDone` once per success, and keeps a refusal until it is forgotten or
 * the form is sent again.
 */
export function useKeyForm(onDone: (data: SettingsOutcome) => void) {
  const fetcher = useFetcher<SettingsAnswer>();
  const [forgotten, setForgotten] = useState<unknown>(null);
  const handled = useRef<unknown>(null);
  const done = useRef(onDone);
  done.current = onDone;
  const { data, state } = fetcher;
  useEffect(() => {
    if (state !== "idle" || !data || handled.current === data) return;
    handled.current = data;
    if (data.outcome !== "refused") done.current(data);
  }, [data, state]);
  const refusal: Refusal | null =
    state === "idle" && data?.outcome === "refused" && data !== forgotten ? data : null;
  return {
    submit: (form: FormData) => fetcher.submit(form, { method: "post" }),
    busy: state !== "idle",
    refusal,
    forget: () => setForgotten(data),
  };
}
