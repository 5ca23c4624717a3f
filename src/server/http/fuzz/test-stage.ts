import type { AddressInfo } from 'node:net';
import { openTestProduct, type TestProduct } from '#server/testing.ts';
import { castIn, type Cast } from './test-cast.ts';
import { neighbourIn, type Neighbour } from './test-neighbour.ts';
import { followSqlLog, tellsErrors } from './test-sql-log.ts';
import { prepare } from './test-stock.ts';

export type Finding = { what: string; example: string };

/** Running product with organization B, and its logs. */
export type Stage = {
  product: TestProduct;
  cast: Cast;
  neighbour: Neighbour;
  port: number;
  /** Returns errors in the logs of the product and PostgreSQL since the last call. */
  complaints: () => Promise<Finding[]>;
  remove: () => Promise<void>;
};

export async function openStage(): Promise<Stage> {
  const logged: string[] = [];
  const { product, remove } = await openTestProduct({
    variables: { LOG_LEVEL: 'error' },
    logTo: { write: (line) => logged.push(line) },
    postgres: tellsErrors,
  });
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = product.app.server.address() as AddressInfo;
  await prepare(product);
  const neighbour = await neighbourIn(product);
  const cast = await castIn(product, neighbour.tenant);
  const sqlErrors = await followSqlLog(product.open.owner);
  const complaints = async () => [
    ...logged.splice(0).map((line) => findingOf(line)),
    ...(await sqlErrors()),
  ];
  return { product, cast, neighbour, port, complaints, remove };
}

const findingOf = (line: string): Finding => {
  const { msg, err } = JSON.parse(line) as {
    msg: string;
    err?: { message: string; stack: string };
  };
  return { what: `logged: ${msg}: ${err?.message}`, example: err?.stack ?? line };
};
