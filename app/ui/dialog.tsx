import { type ReactNode, useCallback, useEffect, useId, useRef } from "react";
import { swallowDoubleClick } from "./swallow-double-click.ts";

export interface DialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The buttons, the safe one first. */
  actions: ReactNode;
  /** Called on Escape and other ways to close. Omit it where closing would lose something for good. */
  onClose?: () => void;
}

/** A modal question on the browser's own dialog: it keeps the focus in, and gives it back. */
export function Dialog({ open, title, children, actions, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement | null>(null);
  const titleId = useId();
  const attach = useCallback((element: HTMLDialogElement | null) => {
    // Closed before it is taken away, so that the focus goes back there too.
    if (!element) dialog.current?.close();
    dialog.current = element;
  }, []);
  // Also when it is taken away while it is open.
  useEffect(() => (open ? swallowDoubleClick : undefined), [open]);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={attach}
      className="pn-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      {open && (
        <>
          <div className="pn-dialog-head">
            <h2 id={titleId} className="Polaris-Text--root Polaris-Text--headingMd">
              {title}
            </h2>
          </div>
          <div className="pn-dialog-body">{children}</div>
          <div className="pn-dialog-foot">{actions}</div>
        </>
      )}
    </dialog>
  );
}
