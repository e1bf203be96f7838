import { useEffect, useRef, useState } from "react";
import { useNonce } from "#app/ui/nonce.ts";
import type { PreviewAnswer } from "./preview-answer.ts";

const QUIET_MS = 250;

/**
 * Fetches the rendered page again once the draft has not changed for a moment. A draft that cannot be rendered
 * keeps the last page, and `trouble` says why.
 *
 * @param address draws `wanted`, which is an editor's fields as they are, complete or not.
 */
export function usePreviewPage(
  address: string,
  wanted: object,
): {
  page: string | null;
  trouble: string | null;
} {
  const [page, setPage] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const body = JSON.stringify(wanted);
  const nonce = useNonce();
  const isFirst = useRef(true);
  const hasPage = useRef(false);
  useEffect(() => {
    const given = new AbortController();
    const draw = async () => {
      const drawn = await drawPreview(address, body, given.signal);
      if (given.signal.aborted) return;
      isFirst.current = false;
      if ("page" in drawn) {
        hasPage.current = true;
        setPage(withScriptMark(drawn.page, nonce));
      }
      setTrouble(troubleOf(drawn, hasPage.current));
    };
    const timer = setTimeout(() => void draw(), isFirst.current ? 0 : QUIET_MS);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [address, body, nonce]);
  return { page, trouble };
}

function troubleOf(drawn: PreviewAnswer | { trouble: string }, hasPage: boolean): string | null {
  if ("page" in drawn) return null;
  if ("trouble" in drawn) return drawn.trouble;
  return hasPage
    ? `This is the last preview that could be drawn: ${drawn.waitsFor}`
    : `Fill in the fields to see a preview: ${drawn.waitsFor}`;
}

async function drawPreview(
  address: string,
  body: string,
  signal: AbortSignal,
): Promise<PreviewAnswer | { trouble: string }> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
    });
    if (!response.ok) return { trouble: "The preview could not be drawn. Everything else works." };
    return (await response.json()) as PreviewAnswer;
  } catch {
    return { trouble: "The preview needs a connection. What you typed is kept." };
  }
}

/** The frame is held to this page's rules for scripts: its own get this page's mark. */
function withScriptMark(page: string, nonce: string | undefined): string {
  return nonce
    ? page.replaceAll('<script src="data:', `<script nonce="${nonce}" src="data:`)
    : page;
}
