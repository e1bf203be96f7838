import pg from "pg";
import { distributeDatabase } from "#scripts/distribute/distribute-database.ts";

interface Node {
  /** The server's own database, through which others are made and dropped. */
  url: string;
  host: string;
  port: number;
}

/** Makes an empty database, or a clone of another one, on every node of the server, and returns its address. */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template?: string,
): Promise<string> {
  const nodes = await listNodes(serverUrl);
  const clause = template === undefined ? "" : ` TEMPLATE ${pg.escapeIdentifier(template)}`;
  const statement = `CREATE DATABASE ${pg.escapeIdentifier(name)}${clause}`;
  await Promise.all(nodes.map(({ url }) => run(url, statement)));
  // A clone of a distributed database is one: what the cluster knows of its tables is in tables.
  if (nodes.length > 1 && template === undefined) await formCluster(nodes, name);
  return addressOf(serverUrl, name);
}

/**
 * Makes a migrated database ready to be cloned. On the coordinator of a Citus cluster it is distributed first, so
 * that every clone is.
 */
export async function sealTemplate(serverUrl: string, name: string): Promise<void> {
  const nodes = await listNodes(serverUrl);
  if (nodes.length === 1) return;
  const client = new pg.Client({ connectionString: addressOf(serverUrl, name) });
  await client.connect();
  try {
    await distributeDatabase(client, name);
  } finally {
    await client.end();
  }
  // The cluster's own sessions would prevent cloning it.
  for (const { url } of nodes) await closeDatabase(url, name);
}

/** Drops a database if it is there, also one that somebody is still connected to. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  for (const { url } of await listNodes(serverUrl)) {
    if (!(await hasDatabase(url, name))) continue;
    await closeDatabase(url, name);
    await run(url, `DROP DATABASE ${pg.escapeIdentifier(name)}`);
  }
}

/** Drops a database and all whose names begin with its name and an underscore. */
export async function dropFamily(serverUrl: string, name: string): Promise<void> {
  const { rows } = await run(
    serverUrl,
    `SELECT datname AS name FROM pg_database WHERE starts_with(datname, ${pg.escapeLiteral(`${name}_`)})`,
  );
  for (const { name: other } of rows) await dropDatabase(serverUrl, other);
  await dropDatabase(serverUrl, name);
}

async function hasDatabase(url: string, name: string): Promise<boolean> {
  const { rowCount } = await run(
    url,
    `SELECT FROM pg_database WHERE datname = ${pg.escapeLiteral(name)}`,
  );
  return rowCount === 1;
}

/**
 * Ends the sessions of a database and lets no new one in. An autovacuum worker, which has no user, is left alone: only
 * a superuser may end one, and WITH (FORCE) fails on it; the plain DROP DATABASE stops it by itself.
 */
async function closeDatabase(url: string, name: string): Promise<void> {
  await run(url, `ALTER DATABASE ${pg.escapeIdentifier(name)} ALLOW_CONNECTIONS false`);
  await run(
    url,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = ${pg.escapeLiteral(name)} AND usesysid IS NOT NULL`,
  );
}

/** The coordinator and the workers of a Citus cluster, or the one server that there is. */
async function listNodes(serverUrl: string): Promise<Node[]> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows: known } = await client.query("SELECT to_regclass('pg_dist_node') AS name");
    if (known[0]?.name === null) return [{ url: serverUrl, host: "", port: 0 }];
    const { rows } = await client.query<{ host: string; port: number }>(
      "SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE isactive ORDER BY groupid",
    );
    return rows.map(({ host, port }) => {
      const url = new URL(serverUrl);
      url.hostname = host;
      url.port = String(port);
      return { url: url.href, host, port };
    });
  } finally {
    await client.end();
  }
}

async function formCluster(nodes: Node[], name: string): Promise<void> {
  for (const { url } of nodes) await run(addressOf(url, name), "CREATE EXTENSION citus");
  const [coordinator, ...workers] = nodes;
  if (coordinator === undefined) return;
  const place = ({ host, port }: Node) => `${pg.escapeLiteral(host)}, ${port}`;
  const url = addressOf(coordinator.url, name);
  await run(url, `SELECT citus_set_coordinator_host(${place(coordinator)})`);
  for (const worker of workers) await run(url, `SELECT citus_add_node(${place(worker)})`);
}

function addressOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function run(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
