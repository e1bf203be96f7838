import type { ShopState } from "../controls/shop-state.ts";
import type { DevShop } from "../state/shop.ts";

export interface ApiExample {
  title: string;
  command: string;
}

/** Commands to paste, with the demo's own addresses and numbers in them. */
export function apiExamples(
  origin: string,
  proxyPath: string,
  contractId: string,
  shop: DevShop,
  state: ShopState,
): ApiExample[] {
  const proxy = `${origin}${proxyPath}/v1`;
  const member = state.customers.find((customer) => customer.status === "active");
  return [
    {
      title: "Take the key out of demo.json",
      command: `KEY=$(node -p 'JSON.parse(require("fs").readFileSync(".data/demo.json", "utf8")).api_keys.full')`,
    },
    {
      title: "Cancellation reasons with their offers",
      command: `curl "${proxy}/membership/churn/offers?key=$KEY"`,
    },
    {
      title: "Offers applied to a contract",
      command: `curl "${proxy}/membership/churn/${contractId}/offers?key=$KEY"`,
    },
    {
      title: "Activate an offer",
      command: `curl -X POST "${proxy}/membership/churn/${contractId}/offers/1/activation?key=$KEY"`,
    },
    {
      title: "Drive the store: sign in, and let a day pass",
      command: `curl -c cookies -X POST ${origin}/__dev/login -d '{"cid":${member?.cid ?? 1001}}'\ncurl -X POST "${origin}/__dev/clock?shop=${shop.domain}" -d '{"advance":"P1D"}'`,
    },
  ];
}
