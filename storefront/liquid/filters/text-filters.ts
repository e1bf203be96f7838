import { createHash } from "node:crypto";
import type { Liquid } from "liquidjs";
import { mayBecomeJson } from "../liquid-objects.ts";

/** Registers the platform's text filters which liquidjs lacks, or has in another shape. */
export function registerTextFilters(engine: Liquid): void {
  engine.registerFilter("json", (value: unknown) => safeJson(value));
  for (const name of ["handle", "handleize"]) {
    engine.registerFilter(name, (value: unknown) => handleOf(String(value ?? "")));
  }
  engine.registerFilter("pluralize", (count: unknown, one: string, other: string) =>
    Number(count) === 1 ? one : other,
  );
  engine.registerFilter("url_escape", (value: unknown) => encodeURI(String(value ?? "")));
  engine.registerFilter("url_param_escape", (value: unknown) =>
    encodeURIComponent(String(value ?? "")),
  );
  for (const algorithm of ["md5", "sha1"]) {
    engine.registerFilter(algorithm, (value: unknown) =>
      createHash(algorithm)
        .update(String(value ?? ""))
        .digest("hex"),
    );
  }
}

/** JSON that can stand inside a script element: what could end the element is written as an escape. */
export function safeJson(value: unknown): string {
  if (!mayBecomeJson(value)) return '{"error":"json not allowed for this object"}';
  return (JSON.stringify(value) ?? "null").replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function handleOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/['"()[\]]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
