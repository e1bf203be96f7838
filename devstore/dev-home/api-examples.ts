import type { DevShop } from "../state/shop.ts";

export interface ApiExample {
  title: string;
  command: string;
}

/** Where the examples lead: the demo's own addresses and numbers. */
export interface ExampleFacts {
  origin: string;
  proxyPath: string;
  shop: DevShop;
  /** A shopper whose contract can still take an offer. */
  customerId: number;
  contractId: number;
}

/**
 * Commands to paste, one after the other. The offer is taken out of an answer, because its number is the
 * app's own.
 */
export function apiExamples({
  origin,
  proxyPath,
  shop,
  customerId,
  contractId,
}: ExampleFacts): ApiExample[] {
  const churn = `${origin}${proxyPath}/v1/membership/churn`;
  return [
    {
      title: "Take the key out of demo.json",
      command: `KEY=$(node -p 'JSON.parse(require("fs").readFileSync(".data/demo.json", "utf8")).api_keys.full')`,
    },
    {
      title: "Cancellation reasons with their offers",
      command: `curl "${churn}/offers?key=$KEY"`,
    },
    {
      title: "Offers applied to a contract",
      command: `curl "${churn}/${contractId}/offers?key=$KEY"`,
    },
    {
      title: "Activate the first offer",
      command: `OFFER=$(curl -s "${churn}/offers?key=$KEY" | node -p 'JSON.parse(require("fs").readFileSync(0)).find(({ offers }) => offers.length > 0).offers[0].id')\ncurl -X POST "${churn}/${contractId}/offers/$OFFER/activation?key=$KEY"`,
    },
    {
      title: "Drive the store: sign in, and let a day pass",
      command: `curl -c cookies -X POST "${origin}/__dev/login?shop=${shop.domain}" -d '{"cid":${customerId}}'\ncurl -X POST "${origin}/__dev/clock?shop=${shop.domain}" -d '{"advance":"P1D"}'`,
    },
  ];
}
