import type { AddressInfo } from 'node:net';
import { openTestApplication, type TestApplication } from '#server/test/application.ts';
import { createFuzzActors, type FuzzActors } from './actors.ts';
import { createOtherTenant, type OtherTenant } from './other-tenant.ts';
import { prepareRecords } from './records.ts';
import { followSqlLog, errorLogSettings } from './sql-log.ts';

export type FuzzFinding = { what: string; example: string };

/** Running product with organization B, and its logs. */
export type FuzzTarget = {
  product: TestApplication;
  cast: FuzzActors;
  neighbour: OtherTenant;
  port: number;
  /** Returns errors in the logs of the product and PostgreSQL since the last call. */
  loggedErrors: () => Promise<FuzzFinding[]>;
  remove: () => Promise<void>;
};

export async function openFuzzTarget(): Promise<FuzzTarget> {
  const logged: string[] = [];
  const { product, remove } = await openTestApplication({
    variables: { LOG_LEVEL: 'error' },
    logTo: { write: (line) => logged.push(line) },
    postgres: errorLogSettings,
  });
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = product.app.server.address() as AddressInfo;
  await prepareRecords(product);
  const neighbour = await createOtherTenant(product);
  const cast = await createFuzzActors(product, neighbour.tenant);
  const sqlErrors = await followSqlLog(product.open.owner);
  const loggedErrors = async () => [
    ...logged.splice(0).map((line) => findingOf(line)),
    ...(await sqlErrors()),
  ];
  return { product, cast, neighbour, port, loggedErrors: loggedErrors, remove };
}

const findingOf = (line: string): FuzzFinding => {
  const { msg, err } = JSON.parse(line) as {
    msg: string;
    err?: { message: string; stack: string };
  };
  return { what: `logged: ${msg}: ${err?.message}`, example: err?.stack ?? line };
};
