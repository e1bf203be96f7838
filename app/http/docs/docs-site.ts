import { createHash } from "node:crypto";
import type { createOpenApiDocument } from "../openapi-document.ts";
import { DOCS_STYLE } from "./docs-style.ts";
import { escapeHtml } from "./escape-html.ts";
import { inline, renderMarkdown } from "./markdown.ts";
import { INTERFACES, interfaceOf, operationsOf } from "./operations.ts";
import { runDocs } from "./page-script.ts";
import { renderOperation } from "./reference.ts";
import { fieldsOf } from "./schema-fields.ts";

/** A file of the documents as it is sent. */
export interface DocsFile {
  readonly type: string;
  readonly content: string;
}

interface Addresses {
  /** Of the service. */
  readonly appUrl: string;
  /** Of a store, where the installation has one that anybody may try; null otherwise. */
  readonly storeUrl: string | null;
}

/** The pages that teach, by the name of their file, in the order of the sidebar. */
const GROUPS: readonly [title: string, slugs: readonly string[]][] = [
  [
    "Start here",
    [
      "start",
      "quick-start-integrator",
      "quick-start-data",
      "quick-start-storefront",
      "quick-start-accounting",
    ],
  ],
  [
    "How things work",
    [
      "authentication",
      "limits",
      "errors",
      "idempotency",
      "pagination",
      "webhooks",
      "test-clock",
      "client",
    ],
  ],
];

const TEXTS = import.meta.glob<string>("./pages/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The merchant's guide, in the order of the sidebar: it is read in the repository, too. */
const GUIDE = [
  ...["first-hour", "plans", "cancel-flow", "store-credit", "loyalty", "imports"],
  ...["price-changes", "emails", "daily-work"],
];

const GUIDE_TEXTS = import.meta.glob<string>("../../../docs/guide/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

interface Page {
  readonly slug: string;
  readonly title: string;
  readonly html: string;
  /** Title, address and words of what the search finds. */
  readonly entries: readonly [string, string, string][];
  /** Links below the page's own in the sidebar. */
  readonly parts: readonly { href: string; text: string }[];
}

/** Every file below /docs by its name; the first page is `start`. */
export function makeDocsSite(
  document: Awaited<ReturnType<typeof createOpenApiDocument>>,
  addresses: Addresses,
): ReadonlyMap<string, DocsFile> {
  const guides = GROUPS.map(([title, slugs]) => ({
    title,
    pages: slugs.map((slug) => textPage(slug, TEXTS[`./pages/${slug}.md`] ?? "", addresses)),
  }));
  const merchants = {
    title: "For merchants",
    pages: GUIDE.map((name) => textPage(`guide/${name}`, textOfGuide(name), addresses)),
  };
  const groups = [
    ...guides,
    merchants,
    { title: "Reference", pages: referencePages(document, addresses.storeUrl !== null) },
  ];
  const script = `(${runDocs})();`;
  const version = createHash("sha256").update(`${script}${DOCS_STYLE}`).digest("hex").slice(0, 8);
  const pages = groups.flatMap(({ pages: own }) => own);
  return new Map<string, DocsFile>([
    ...pages.map((page): [string, DocsFile] => [
      page.slug,
      {
        type: "text/html",
        content: renderPage(page, { groups, version, storeUrl: addresses.storeUrl }),
      },
    ]),
    ["docs.js", { type: "text/javascript", content: script }],
    ["docs.css", { type: "text/css", content: DOCS_STYLE }],
    [
      "search.json",
      {
        type: "application/json",
        content: JSON.stringify(pages.flatMap(({ entries }) => entries)),
      },
    ],
  ]);
}

/** With the links between its pages, and those to pictures, as they are below /docs. */
function textOfGuide(name: string): string {
  return (GUIDE_TEXTS[`../../../docs/guide/${name}.md`] ?? "")
    .replace(/\]\(([\w-]+)\.md\)/g, "](/docs/guide/$1)")
    .replaceAll("](../images/", "](/docs/images/");
}

function textPage(slug: string, source: string, { appUrl, storeUrl }: Addresses): Page {
  const text = source
    .replaceAll("{{API}}", appUrl)
    .replaceAll("{{STORE}}", storeUrl ?? "https://your-store.example");
  const { html, sections } = renderMarkdown(text);
  const title = text.slice(2, text.indexOf("\n"));
  const href = hrefOf(slug);
  return {
    slug,
    title,
    html,
    entries: [
      ...sections.map(({ id, heading, words }): [string, string, string] =>
        id === null ? [title, href, words] : [`${title}: ${heading}`, `${href}#${id}`, words],
      ),
    ],
    parts: [],
  };
}

function referencePages(
  document: Parameters<typeof makeDocsSite>[0],
  hasDemoStore: boolean,
): Page[] {
  const { operations, schemas } = operationsOf(document);
  return INTERFACES.map(({ slug, title, intro }) => {
    const own = operations.filter((operation) => interfaceOf(operation)?.slug === slug);
    return {
      slug,
      title,
      html: `<h1>${title}</h1><p>${inline(intro)}</p>${own.map((operation) => renderOperation(operation, schemas, hasDemoStore)).join("")}`,
      entries: [
        [title, hrefOf(slug), intro],
        ...own.map((operation): [string, string, string] => {
          const schema = operation.responses["200"]?.content?.["application/json"]?.schema;
          const fields = schema ? fieldsOf(schema, schemas).map(({ path }) => path) : [];
          const names = fields.map((path) => path.slice(path.lastIndexOf(".") + 1));
          return [
            operation.summary,
            `${hrefOf(slug)}#${operation.operationId}`,
            [
              ...[operation.operationId, operation.method, operation.path, operation.description],
              ...(operation.parameters ?? []).map((parameter) => parameter.name),
              ...new Set(names),
            ].join(" "),
          ];
        }),
      ],
      parts: own.map(({ operationId, summary }) => ({
        href: `${hrefOf(slug)}#${operationId}`,
        text: summary,
      })),
    };
  });
}

const hrefOf = (slug: string): string => (slug === "start" ? "/docs" : `/docs/${slug}`);

interface Frame {
  readonly groups: readonly { title: string; pages: readonly Page[] }[];
  readonly version: string;
  readonly storeUrl: string | null;
}

function renderPage(page: Page, { groups, version, storeUrl }: Frame): string {
  const link = ({ slug, title, parts }: Page) => {
    const isHere = slug === page.slug;
    const below = parts.map(({ href, text }) => `<li><a href="${href}">${inline(text)}</a></li>`);
    return `<li><a href="${hrefOf(slug)}"${isHere ? ' aria-current="page"' : ""}>${title}</a>${isHere && below.length > 0 ? `<ul>${below.join("")}</ul>` : ""}</li>`;
  };
  const sidebar = groups.map(
    ({ title, pages }) => `<h2>${title}</h2><ul>${pages.map(link).join("")}</ul>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(page.title)} · Perennial</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/docs/docs.css?v=${version}"><script src="/docs/docs.js?v=${version}" defer></script></head><body data-store="${escapeHtml(storeUrl ?? "")}"><a class="skip" href="#main">To the text</a><div class="frame"><main id="main"><a class="contents" href="#contents">Contents and search</a>${page.html}</main><aside id="contents"><a class="brand" href="/docs">Perennial documents</a><div role="search" hidden><label for="search">Search (press /)</label><input id="search" type="search" autocomplete="off"><div id="results" class="results" aria-live="polite"></div></div><nav aria-label="Documents">${sidebar.join("")}<h2>For programs</h2><ul><li><a href="/openapi.json">OpenAPI 3.1 document</a></li></ul></nav></aside></div></body></html>`;
}
