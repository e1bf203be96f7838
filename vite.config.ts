import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import { compressAssets } from "./scripts/bundle/compress-assets.ts";
import { freshBuild } from "./scripts/bundle/fresh-build.ts";

declare module "@remix-run/server-runtime" {
  // Answers reach pages as they are, with their dates and bigints.
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * Writes `.br` and `.gz` beside each built asset, so that no request waits for compression. At the end
 * of the server's build, which adds the manifest of routes to the browser's.
 */
function precompress(): Plugin {
  return {
    name: "precompress",
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    closeBundle: () => compressAssets(`${freshBuild}/client/assets`),
  };
}

export default defineConfig({
  plugins: [
    remix({
      buildDirectory: freshBuild,
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: false,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
    precompress(),
  ],
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
  // Bundled and shaken: as a package of its own, all of Polaris would be loaded at every start.
  ssr: { noExternal: ["@shopify/polaris", "@shopify/polaris-icons"] },
});
