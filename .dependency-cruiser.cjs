// The rules of direction: which part may know which. They have no list of exceptions on purpose;
// what does not fit is a sign that a file is in the wrong place.

const layer = (name) => `^app/${name}/`;

/** Everything in `from` may use these folders of app/ and nothing else of it. */
const mayUse = (name, from, folders, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: "^app/", pathNot: [`^app/(${folders.join("|")})/`] },
});

/**
 * The areas of the domain, from the ground up: each may use those before it. A new area gets its place
 * here, and no two areas can need each other.
 */
const AREAS = [
  "shops",
  "staff",
  "saved-views",
  "set-aside",
  "events",
  "customers",
  "activity",
  "idempotency",
  "schedule",
  "api-keys",
  "rate-limits",
  "mail",
  "refusals",
  "ledger",
  "store-credit",
  "billing/dates",
  "subscriptions",
  "perks",
  "past-imports",
  "orders",
  "members",
  "loyalty",
  "search",
  "customer-merges",
  "reconciliation",
  "plans",
  "billing",
  "contract-imports",
  "bulk-actions",
  "price-changes",
  "churn",
  "cancel-flow",
  "portal",
  "notices",
  "analytics",
  "data-export",
  "points-integration",
  "attention",
  "compliance",
  "installation",
  "diagnosis",
];

const areasInOneDirection = AREAS.map((area, index) => ({
  name: `area-${area}`,
  comment: "An area knows only those below it; those above react through events and followers.",
  severity: "error",
  from: { path: `^app/domain/${area}/` },
  to: {
    path: "^app/domain/[^/]+/",
    pathNot: `^app/domain/(${AREAS.slice(0, index + 1).join("|")})/`,
  },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two files that need each other are one idea in two places, or two ideas in one.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "An import that leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "listed-packages-only",
      comment: "A package that is used must be in package.json, or it is there by accident.",
      severity: "error",
      from: {},
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "product-without-development-packages",
      comment:
        "Production installs leave them out. The table of routes is read by the build alone.",
      severity: "error",
      from: { path: "^(app|storefront/liquid)/", pathNot: "^app/routes\\.ts$" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "@types/" },
    },
    mayUse("lib-knows-nothing", layer("lib"), ["lib", "generated"], "lib is the ground."),
    mayUse(
      "domain-knows-lib",
      layer("domain"),
      ["domain", "lib", "generated", "platform"],
      "domain → lib, and the platform by its interface.",
    ),
    {
      name: "domain-knows-the-platform-by-its-interface",
      comment: "domain → platform only by the interface and the failures that it names.",
      severity: "error",
      from: { path: layer("domain") },
      to: {
        path: layer("platform"),
        pathNot:
          "^app/platform/platform(-(billing|charge-error|contract|failure|order|plan-group|terms|unreadable))?\\.ts$",
      },
    },
    {
      name: "the-interface-is-types",
      comment: "The platform's interface is types: nothing of it exists at run time.",
      severity: "error",
      from: { path: layer("domain") },
      to: {
        path: "^app/platform/platform(-(billing|charge-error|contract|order|plan-group|terms))?\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    ...areasInOneDirection,
    {
      name: "areas-are-listed",
      comment: "An area without a place in the list would escape the rule of direction.",
      severity: "error",
      from: { path: "^app/domain/[^/]+/", pathNot: `^app/domain/(${AREAS.join("|")})/` },
      to: {},
    },
    {
      name: "domain-knows-no-framework",
      comment:
        "What the product does is said without its web framework and its platform's packages.",
      severity: "error",
      from: { path: "^app/(domain|lib)/" },
      to: { path: "node_modules/(@remix-run|react|react-dom|@shopify|@hono|hono|graphql)/" },
    },
    mayUse(
      "platform-knows-lib",
      layer("platform"),
      ["platform", "lib", "generated"],
      "The adapter translates; it decides nothing.",
    ),
    mayUse(
      "http-knows-domain",
      layer("http"),
      ["http", "domain", "lib", "platform"],
      "http → domain → lib; signatures and sessions are the platform's.",
    ),
    mayUse("jobs-know-domain", layer("jobs"), ["jobs", "domain", "lib"], "jobs → domain."),
    mayUse("ui-knows-lib", layer("ui"), ["ui", "lib"], "Shared parts of screens know no feature."),
    mayUse(
      "routes-know-http-domain-ui",
      layer("routes"),
      ["routes", "http", "domain", "ui", "lib"],
      "routes → http → domain → lib; routes → ui.",
    ),
    {
      name: "nothing-knows-the-way-in",
      comment: "Only the programs put the parts together; no part reaches back into that.",
      severity: "error",
      from: { path: "^app/(lib|domain|platform|http|jobs|ui|routes)/" },
      to: { path: "^app/(server/|main-|entry\\.|root\\.tsx$|routes\\.ts$)" },
    },
    {
      name: "app-and-devstore-are-strangers",
      comment: "The development store stands in for the platform: they meet on the network alone.",
      severity: "error",
      from: { path: "^(app|devstore)/" },
      to: { path: "^(app|devstore)/", pathNot: "^$1/" },
    },
    {
      name: "storefront-stands-alone",
      comment: "The theme extension runs in a browser and in the renderer, never in the app.",
      severity: "error",
      from: { path: "^storefront/" },
      to: { path: "^(app|devstore|scripts|tests)/", pathNot: "^app/routes/storefront/" },
    },
    {
      name: "storefront-knows-its-answers-as-types",
      comment: "What its endpoints answer is declared beside them; nothing of the app is shipped.",
      severity: "error",
      from: { path: "^storefront/" },
      to: { path: "^app/routes/storefront/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "extensions-stand-alone",
      comment:
        "An extension runs at the platform; it knows of the app what its server answers, as types.",
      severity: "error",
      from: { path: "^extensions/" },
      to: { path: "^(app|devstore|storefront|scripts|tests)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "loaders-stand-alone",
      comment: "They run at whoever reads the Data API, and know it by its address alone.",
      severity: "error",
      from: { path: "^loaders/" },
      to: { path: "^(app|devstore|storefront|extensions|scripts|tests)/" },
    },
    {
      name: "clients-stand-alone",
      comment: "A client is copied into somebody's program: it knows nothing of this project.",
      severity: "error",
      from: { path: "^clients/" },
      to: { path: "^(app|devstore|storefront|extensions|loaders|scripts|tests)/" },
    },
    {
      name: "product-knows-no-tooling",
      comment: "What is shipped does not lean on scripts or tests.",
      severity: "error",
      from: { path: "^(app|devstore|storefront|extensions)/" },
      to: { path: "^(loaders|clients|scripts|tests)/" },
    },
    {
      name: "one-place-for-property-tests",
      comment: "It chooses and reports the seed for every property test.",
      severity: "error",
      from: { path: "^tests/", pathNot: "^tests/support/property\\.ts$" },
      to: { path: "node_modules/fast-check/" },
    },
    {
      name: "scripts-know-no-tests",
      comment: "Commands may use what tests use too (measures, browsers), but never a test.",
      severity: "error",
      from: { path: "^scripts/" },
      to: { path: "^tests/", pathNot: "^tests/(bench|support)/" },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^app/generated/"] },
    exclude: { path: ["\\.generated\\.ts$"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
