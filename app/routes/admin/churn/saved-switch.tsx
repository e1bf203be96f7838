import { useFetcher, useFetchers } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Switch } from "#app/ui/switch.tsx";
import type { FormError } from "#app/ui/use-form-request.ts";

/** What a page's action is sent when a row's switch is pressed. */
export interface SwitchRequest {
  intent: "switch";
  id: string;
  active: boolean;
}

type SwitchAnswer = { outcome: "saved" | "stale" } | FormError;

export interface SavedSwitchProps {
  id: string;
  label: string;
  active: boolean;
  /** Called after each answer: why it was refused, null when it was not. Must stay the same function. */
  onAnswer: (error: string | null) => void;
}

/**
 * A row's switch, saved immediately: it shows the new state before the server answers, and goes back when the
 * change is rejected. Each switch sends its own request, so several can be pressed in a row; one that is pressed
 * again while its request runs sends the last state afterward, so that the server gets both in their order.
 */
export function SavedSwitch({ id, label, active, onAnswer }: SavedSwitchProps) {
  const { data, state, submit } = useFetcher<SwitchAnswer>({ key: `switch/${id}` });
  const pending = usePendingSwitches().get(id);
  const [next, setNext] = useState<boolean | null>(null);
  useEffect(() => {
    if (data) onAnswer(data.outcome === "refused" ? data.message : null);
  }, [data, onAnswer]);
  useEffect(() => {
    if (next === null || state !== "idle") return;
    setNext(null);
    const request: SwitchRequest = { intent: "switch", id, active: next };
    submit({ ...request }, { method: "post", encType: "application/json" });
  }, [id, next, state, submit]);
  return <Switch label={label} checked={next ?? pending ?? active} onChange={setNext} />;
}

/** The rows whose switches were pressed and are not saved yet, with what they were switched to. */
export function usePendingSwitches(): ReadonlyMap<string, boolean> {
  const requests = useFetchers().flatMap(({ json }) => (isSwitchRequest(json) ? [json] : []));
  return new Map(requests.map(({ id, active }) => [id, active]));
}

function isSwitchRequest(json: unknown): json is SwitchRequest {
  return typeof json === "object" && json !== null && "intent" in json && json.intent === "switch";
}
