import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** Runs a statement in a connection of its own; returns the rows. */
export async function query<R>(url: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows as R[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Waits until a database accepts connections; throws when `isOver` returns true before. */
export async function accepting(url: string, isOver = () => false): Promise<void> {
  for (;;) {
    try {
      await query(url, 'select 1');
      return;
    } catch (error) {
      if (isOver()) throw error;
      await sleep(10);
    }
  }
}

/** Returns the connection string of a database on each node: the server alone, or a coordinator of Citus and its workers. */
export async function nodeUrls(url: string): Promise<string[]> {
  const listed = `select nodename || ':' || nodeport as host from pg_dist_node order by groupid`;
  // Without the extension there is no such table.
  const nodes = await query<{ host: string }>(url, listed).catch(() => []);
  return nodes.length === 0
    ? [url]
    : nodes.map(({ host }) => Object.assign(new URL(url), { host }).href);
}

/** Makes databases of several servers one Citus; the first becomes the coordinator. */
export async function joinNodes(databases: string[]): Promise<void> {
  const [coordinator = new URL(''), ...workers] = databases.map((url) => new URL(url));
  for (const { href } of [...workers, coordinator]) await query(href, 'create extension citus');
  const { href, hostname, port } = coordinator;
  await query(href, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers)
    await query(href, `select citus_add_node('${worker.hostname}', ${worker.port})`);
}

/** Creates a database beside another, on all nodes of a Citus; returns its connection string. */
export async function addDatabase(url: string, name: string): Promise<string> {
  const urls = await nodeUrls(url);
  for (const node of urls) await query(node, `create database ${name}`);
  const named = (node: string) => Object.assign(new URL(node), { pathname: name }).href;
  if (urls.length > 1) await joinNodes(urls.map(named));
  return named(url);
}
