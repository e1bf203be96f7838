import pg from "pg";

/** Makes an empty database, or a clone of another one, and returns its address. */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template?: string,
): Promise<string> {
  const clause = template === undefined ? "" : ` TEMPLATE ${pg.escapeIdentifier(template)}`;
  await runOnServer(serverUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)}${clause}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database, also one that somebody is still connected to. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const identifier = pg.escapeIdentifier(name);
  await runOnServer(serverUrl, `DROP DATABASE IF EXISTS ${identifier} WITH (FORCE)`);
}

async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
