import { useEffect, useState } from "react";

export interface Editor<T> {
  draft: T;
  /** True while the draft differs from what is saved. */
  dirty: boolean;
  /** The version that the draft was begun from. */
  version: string;
  change: (patch: Partial<T>) => void;
  /** Throws the draft away for what is saved now. */
  discard: () => void;
  /** Keeps the draft, and lets it overwrite somebody else's change. */
  overrule: () => void;
  /** The draft has just been saved as it is. */
  markSaved: () => void;
}

/**
 * A form's fields over a record that others may change too. What is typed is never lost to a reload of
 * the page's data; an untouched form follows the data.
 */
export function useEditor<T extends object>(saved: T, version: string): Editor<T> {
  const [base, setBase] = useState({ value: saved, version });
  const [draft, setDraft] = useState(saved);
  const dirty = JSON.stringify(draft) !== JSON.stringify(base.value);
  useEffect(() => {
    if (dirty || version === base.version) return;
    setBase({ value: saved, version });
    setDraft(saved);
  }, [dirty, saved, version, base.version]);
  return {
    draft,
    dirty,
    version: base.version,
    change: (patch) => setDraft((before) => ({ ...before, ...patch })),
    discard: () => {
      setBase({ value: saved, version });
      setDraft(saved);
    },
    overrule: () => setBase((before) => ({ ...before, version })),
    markSaved: () => setBase((before) => ({ ...before, value: draft })),
  };
}
