import { useNavigate } from "@remix-run/react";
import { Button } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Found } from "./found.ts";
import { SearchResults } from "./search-results.tsx";
import { useSearch } from "./use-search.ts";

/** The admin's search: a button on every screen that opens its one field, as `/` and Ctrl+K or ⌘K do. */
export function SearchBox() {
  const [open, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const openByKey = (event: globalThis.KeyboardEvent) => {
      const isChord = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isChord && !(isSlash && !isTyping(event.target))) return;
      // A question that is open is answered first.
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", openByKey);
    return () => document.removeEventListener("keydown", openByKey);
  }, []);
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) element.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    <>
      <Button icon={SearchIcon} onClick={() => setOpen(true)} accessibilityLabel="Search the app">
        Search
      </Button>
      <dialog
        ref={dialog}
        className="pn-dialog pn-search"
        aria-label="Search the app"
        onCancel={(event) => {
          event.preventDefault();
          setOpen(false);
        }}
        onClick={(event) => {
          if (event.target === dialog.current) setOpen(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") setOpen(false);
        }}
      >
        {open && <SearchField onClose={() => setOpen(false)} />}
      </dialog>
    </>
  );
}

function SearchField({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [words, setWords] = useState("");
  const [attempt, setAttempt] = useState(0);
  const [chosen, setChosen] = useState(0);
  const answer = useSearch(words, attempt);
  const all = answer.groups.flatMap(({ found }) => found);
  const active = Math.min(chosen, Math.max(all.length - 1, 0));
  // What is shown answers what is written: Enter opens nothing that was found for fewer letters.
  const isCurrent = answer.state === "found" && answer.words === words.trim();

  function openFound({ href }: Found) {
    onClose();
    if (href.startsWith("/")) navigate(href);
    else window.open(href, "_top");
  }
  function takeKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && all.length > 0) {
      event.preventDefault();
      setChosen((active + step + all.length) % all.length);
    }
    const found = all[active];
    if (event.key === "Enter" && found && isCurrent) {
      event.preventDefault();
      openFound(found);
    }
  }
  return (
    <>
      <div className="pn-search-head">
        <input
          type="search"
          role="combobox"
          aria-label="Search the app"
          aria-expanded={all.length > 0}
          aria-controls="pn-search-results"
          aria-autocomplete="list"
          aria-activedescendant={all.length > 0 ? `pn-search-${active}` : undefined}
          placeholder="Customer, order, contract, code or page"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type into this field.
          autoFocus
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setChosen(0);
          }}
          onKeyDown={takeKey}
        />
        <Button onClick={onClose}>Close</Button>
      </div>
      <SearchResults
        answer={answer}
        active={active}
        onOpen={openFound}
        onRetry={() => setAttempt(attempt + 1)}
      />
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
