import type { ShopifyGlobal } from "@shopify/app-bridge-types";
import type { AdminLink } from "./admin-link.ts";

interface Callbacks {
  onAction: (() => void) | undefined;
  onDismiss: (() => void) | undefined;
}

const defaultDurationMs = 5000;

export function toastApi(link: AdminLink): ShopifyGlobal["toast"] {
  const shown = new Map<string, Callbacks>();
  let last = 0;
  link.onMessage((message) => {
    if (message.type === "toastAction") shown.get(message.id)?.onAction?.();
    if (message.type === "toastDismissed") {
      shown.get(message.id)?.onDismiss?.();
      shown.delete(message.id);
    }
  });
  return {
    show(message, options = {}) {
      last += 1;
      const id = `toast-${last}`;
      shown.set(id, { onAction: options.onAction, onDismiss: options.onDismiss });
      link.send({
        type: "toast",
        toast: {
          id,
          message,
          durationMs: options.duration ?? defaultDurationMs,
          isError: options.isError ?? false,
          action: options.action ?? null,
        },
      });
      return id;
    },
    hide(id) {
      link.send({ type: "hideToast", id });
    },
  };
}
