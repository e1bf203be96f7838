import { createServer } from "node:http";
import pg from "pg";

// Where a customer stands, by the rows of their primary keys, as a bare handler writes them. Arguments: database, store, customer.

const [databaseUrl = "", shopId = "", customerId = ""] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

const READS = [
  "SELECT * FROM credit_accounts WHERE shop_id = $1 AND customer_id = $2 AND unit = 'points'",
  "SELECT * FROM loyalty_progress WHERE shop_id = $1 AND customer_id = $2",
  "SELECT * FROM loyalty_standings WHERE shop_id = $1 AND customer_id = $2",
  "SELECT count(*) FROM loyalty_coupons WHERE shop_id = $1 AND customer_id = $2 AND status = 1",
  "SELECT id, type, name FROM loyalty_rules WHERE shop_id = $1 AND status = 1 AND $2 <> '' ORDER BY position",
].map((text, at) => ({ name: `bare-${at}`, text, values: [shopId, customerId] }));

const server = createServer((_, response) => {
  Promise.all(READS.map((query) => pool.query(query))).then(
    (found) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: found.map(({ rows }) => rows) }));
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});
process.on("disconnect", () => process.exit(0));
