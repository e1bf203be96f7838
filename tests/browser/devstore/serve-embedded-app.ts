import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A page such as an embedded app has: it loads App Bridge, declares menu, title and save bar, and writes down what it hears. */
const page = (path: string, bridge: string) => `<!doctype html>
<html lang="en"><head><title>Offers</title></head><body>
<script src="${bridge}" data-api-key="key-of-the-app"></script>
<ui-nav-menu><a href="/app" rel="home">Home</a><a href="/app/offers">Offers</a><a href="/app/settings">Settings</a></ui-nav-menu>
<ui-title-bar title="Offers"><button variant="breadcrumb" id="back">Back</button>
<section label="More"><button id="archive">Archive</button></section><button variant="primary" id="new">New offer</button></ui-title-bar>
<main><h1>${path}</h1>
<form id="form" data-save-bar data-discard-confirmation><label>Name <input name="name" value="before"></label></form>
<ui-save-bar id="bar"><button variant="primary" id="bar-save"></button><button id="bar-discard"></button></ui-save-bar>
<ui-modal id="modal"><p>Words in the modal</p><ui-title-bar title="Really?"><button variant="primary" id="modal-ok">OK</button></ui-title-bar></ui-modal>
<p><a href="shopify://admin/customers">All customers</a></p>
<ul id="heard" aria-label="Heard"></ul></main>
<script>
const hear = (text) => {
  const item = document.createElement("li");
  item.textContent = text;
  document.getElementById("heard").append(item);
};
addEventListener("shopify:navigate", (event) => {
  const href = event.target.getAttribute("href");
  hear("navigate " + href);
  history.pushState(null, "", href);
});
for (const id of ["back", "archive", "new", "bar-save", "bar-discard", "modal-ok"]) {
  document.getElementById(id).addEventListener("click", () => hear("clicked " + id));
}
document.getElementById("form").addEventListener("submit", (event) => {
  event.preventDefault();
  hear("submitted " + new FormData(event.target).get("name"));
});
</script></body></html>`;

export interface EmbeddedApp {
  url: string;
  /** Authorization headers of the requests for data, in their order. */
  authorizations: (string | null)[];
  /** The next requests for data are answered as by an app whose caller's token has run out. */
  refuseTokens(times: number): void;
  close(): Promise<void>;
}

/** @param bridge address of the stand-in for App Bridge. */
export async function serveEmbeddedApp(bridge: string): Promise<EmbeddedApp> {
  const authorizations: (string | null)[] = [];
  let refusals = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://app.example");
    if (url.pathname === "/data") {
      authorizations.push(request.headers.authorization ?? null);
      refusals -= 1;
      if (refusals >= 0) {
        response.writeHead(401, { "X-Shopify-Retry-Invalid-Session-Request": "1" }).end();
        return;
      }
      response.writeHead(200, { "content-type": "application/json" }).end('"data"');
      return;
    }
    if (url.pathname === "/app/bounced" && !url.searchParams.has("id_token")) {
      const again = `http://${request.headers.host}/app/bounced`;
      const query = new URLSearchParams({ "shopify-reload": again });
      response.writeHead(302, { location: `/auth/session-token?${query}` }).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      url.pathname === "/auth/session-token"
        ? `<script data-api-key="key-of-the-app" src="${bridge}"></script>`
        : page(url.pathname, bridge),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorizations,
    refuseTokens: (times) => {
      refusals = times;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
