import type { ShopState } from "../controls/shop-state.ts";
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
  state: ShopState;
}

/**
 * Commands to paste, one after the other. The offer is taken out of an answer, because its number is the
 * app's own.
 */
export function apiExamples({ origin, proxyPath, shop, state }: ExampleFacts): ApiExample[] {
  const churn = `${origin}${proxyPath}/v1/membership/churn`;
  const member = state.customers.find((customer) => customer.status === "active");
  const contractId = member?.contract_ids[0] ?? 5001;
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
      command: `OFFER=$(curl -s "${churn}/offers?key=$KEY" | grep -o '"offer_id":[0-9]*' | head -n 1 | grep -o '[0-9]*')\ncurl -X POST "${churn}/${contractId}/offers/$OFFER/activation?key=$KEY"`,
    },
    {
      title: "Drive the store: sign in, and let a day pass",
      command: `curl -c cookies -X POST "${origin}/__dev/login?shop=${shop.domain}" -d '{"cid":${member?.cid ?? 1001}}'\ncurl -X POST "${origin}/__dev/clock?shop=${shop.domain}" -d '{"advance":"P1D"}'`,
    },
  ];
}
