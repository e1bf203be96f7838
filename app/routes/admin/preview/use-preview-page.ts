import { useEffect, useRef, useState } from "react";
import { useNonce } from "#app/ui/nonce.ts";
import type { PreviewAnswer } from "./preview-answer.ts";
import type { PreviewRequest } from "./preview-request.ts";

/** What an editor shows of itself: its fields as they are, complete or not. */
export type PreviewDraft = Pick<PreviewRequest, "offer" | "reasons" | "reason" | "help">;

const QUIET_MS = 250;

/**
 * Fetches the rendered page again once the draft has not changed for a moment. A draft that cannot be rendered
 * keeps the last page, and `trouble` says why.
 */
export function usePreviewPage(wanted: PreviewDraft & { moment: string; locale: string }): {
  page: string | null;
  trouble: string | null;
} {
  const [page, setPage] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const body = JSON.stringify(wanted);
  const nonce = useNonce();
  const isFirst = useRef(true);
  useEffect(() => {
    const given = new AbortController();
    const draw = async () => {
      const drawn = await drawPreview(body, given.signal);
      if (given.signal.aborted) return;
      isFirst.current = false;
      if ("page" in drawn) setPage(withScriptMark(drawn.page, nonce));
      setTrouble("trouble" in drawn ? drawn.trouble : null);
    };
    const timer = setTimeout(() => void draw(), isFirst.current ? 0 : QUIET_MS);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [body, nonce]);
  return { page, trouble };
}

async function drawPreview(
  body: string,
  signal: AbortSignal,
): Promise<{ page: string } | { trouble: string }> {
  try {
    const response = await fetch("/app/churn/preview", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
    });
    if (!response.ok) return { trouble: "The preview could not be drawn. Everything else works." };
    const answer = (await response.json()) as PreviewAnswer;
    if ("page" in answer) return answer;
    return { trouble: `Fill in the fields to see a preview: ${answer.waitsFor}` };
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
