// @ts-expect-error The package has no types.
import autocannon from "autocannon";

// A load generator in a process of its own: each client updates customers of its own, one after another.
// Arguments: url, key, clients, seconds, first customer, customers for each client (0: all clients one customer).

const [url = "", key = "", clients, seconds, first, each] = process.argv.slice(2);
const perClient = Number(each);
let client = 0;

const result = await autocannon({
  url,
  timeout: 60,
  connections: Number(clients),
  duration: Number(seconds),
  method: "POST",
  headers: { "content-type": "application/json" },
  setupClient: (connection: { setRequests(requests: object[]): void }) => {
    const from = Number(first) + client * perClient;
    client += 1;
    connection.setRequests(
      Array.from({ length: Math.max(1, perClient) }, (_, at) => ({
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          key,
          cid: from + at,
          email: `customer-${from + at}@example.com`,
          action: "update",
          update_value: 1,
          update_type: "manual admin adjustment",
          update_reason: "Bench",
        }),
      })),
    );
  },
});
if (result.non2xx > 0 || result.errors > 0) {
  throw new Error(`${result.non2xx} other answers, ${result.errors} errors`);
}
console.log(
  JSON.stringify({ perSecond: result["2xx"] / result.duration, p99: result.latency.p99 }),
);
