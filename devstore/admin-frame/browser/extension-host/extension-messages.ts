import type { Words } from "../../../ui-extensions/read-ui-extension.ts";

/** What the admin gives an extension to begin with. */
export interface ExtensionStart {
  target: string;
  data: { selected: { id: string; sellingPlanId?: string }[] };
  /** The app's own address: relative requests go there. */
  appUrl: string;
  locale: string;
  words: Words;
  defaultLocale: string;
  defaultWords: Words;
}

interface ElementRecord {
  id: number;
  kind: "element";
  tag: string;
  properties: Record<string, unknown>;
  children: NodeRecord[];
}

export type NodeRecord = ElementRecord | { id: number; kind: "text"; text: string };

/** From the extension's worker. Nodes are named by numbers; 0 is the body. */
export type MessageFromExtension =
  | { type: "insert"; parent: number; node: NodeRecord; before: number | null }
  | { type: "remove"; id: number }
  | { type: "property"; id: number; name: string; value: unknown }
  | { type: "idToken"; question: number }
  | { type: "close" }
  | { type: "failed"; message: string };

export type MessageToExtension =
  | { type: "start"; start: ExtensionStart }
  | { type: "event"; id: number; event: string }
  | { type: "idToken"; question: number; token: string | null };

/** What the frame around the worker is given, with the line between admin and worker. */
export interface SandboxStart {
  workerUrl: string;
  scriptUrl: string;
}
