import { useEffect, useId, useState } from "react";
import { useLeaveGuard } from "./use-leave-guard.ts";

export interface SaveBarProps {
  /** True while the form differs from what is saved. */
  dirty: boolean;
  saving: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/**
 * The admin's own bar for unsaved changes, which also asks before a page with changes is left. When the
 * admin's script did not load, our own bar replaces it, so saving never depends on it.
 */
export function SaveBar({ dirty, saving, onSave, onDiscard }: SaveBarProps) {
  const id = useId().replaceAll(":", "");
  const [missing, setMissing] = useState(false);
  useLeaveGuard(dirty);
  useEffect(() => {
    const bar = window.shopify?.saveBar;
    setMissing(!bar);
    if (!bar || !dirty) return;
    // The bar also goes when its element does, and then there is nothing to show or hide any more.
    bar.show(id).catch(() => {});
    return () => void bar.hide(id).catch(() => {});
  }, [dirty, id]);
  return (
    <>
      <ui-save-bar id={id}>
        <button type="button" variant="primary" {...(saving && { loading: "" })} onClick={onSave}>
          Save
        </button>
        <button type="button" disabled={saving} onClick={onDiscard}>
          Discard
        </button>
      </ui-save-bar>
      {missing && dirty && (
        <div className="pn-fallback-bar" role="status">
          <button type="button" disabled={saving} onClick={onDiscard}>
            Discard
          </button>
          <button type="button" disabled={saving} onClick={onSave}>
            Save
          </button>
        </div>
      )}
    </>
  );
}
