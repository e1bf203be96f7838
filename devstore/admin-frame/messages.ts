/**
 * What the embedded app's page and the admin around it say to each other. Both sides check the other's
 * origin before they read a word of it.
 */

export interface ActionButton {
  id: string;
  label: string;
  kind: "primary" | "secondary";
  /** Label of the menu which the action stands in; null outside of menus. */
  group: string | null;
  critical: boolean;
  disabled: boolean;
  loading: boolean;
}

export interface TitleBar {
  title: string;
  /** Where the arrow before the title leads. */
  breadcrumb: { id: string; label: string } | null;
  actions: ActionButton[];
}

interface SaveBarButton {
  disabled: boolean;
  loading: boolean;
}

export interface SaveBar {
  save: SaveBarButton;
  discard: SaveBarButton;
  /** Ask before what was typed is thrown away. */
  confirmDiscard: boolean;
}

export interface NavItem {
  href: string;
  label: string;
}

export interface Toast {
  id: string;
  message: string;
  durationMs: number;
  isError: boolean;
  action: string | null;
}

export interface FrameConfig {
  apiKey: string;
  shop: string;
  host: string;
  locale: string;
}

/** Questions which the admin answers. */
export type Question = "idToken" | "user" | "scopes" | "leaveConfirmation";

export type MessageToAdmin =
  | { type: "hello" }
  | { type: "question"; id: number; question: Question }
  | { type: "path"; path: string }
  | { type: "redirect"; url: string; newTab: boolean }
  | { type: "titleBar"; titleBar: TitleBar }
  | { type: "navMenu"; items: NavItem[] }
  | { type: "saveBar"; saveBar: SaveBar | null }
  | { type: "toast"; toast: Toast }
  | { type: "hideToast"; id: string }
  | { type: "loading"; on: boolean }
  | { type: "modal"; open: boolean };

export type MessageToApp =
  | { type: "welcome"; config: FrameConfig }
  | { type: "answer"; id: number; value: unknown }
  | { type: "navigate"; href: string }
  | { type: "titleAction"; id: string }
  | { type: "saveBarAction"; action: "save" | "discard" }
  | { type: "toastAction"; id: string }
  | { type: "toastDismissed"; id: string };

interface Envelope<T> {
  appBridge: 1;
  message: T;
}

export function envelope<T>(message: T): Envelope<T> {
  return { appBridge: 1, message };
}

/** The message inside an envelope; undefined for whatever else is posted between windows. */
export function opened<T extends { type: string }>(data: unknown): T | undefined {
  if (typeof data !== "object" || data === null || !("appBridge" in data)) return undefined;
  return (data as Envelope<T>).message;
}
