import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerPages } from '#server/platform/http/pages/pages.ts';
import { allEndpoints } from '#server/platform/http/test/endpoints.ts';
import { openTestApplication } from '#server/test/application.ts';
import { figure, isWanted, repetitions, seed } from '#tools/kit/seed.ts';
import { createFuzzActors } from './test/actors.ts';
import { prepareRecords } from './test/records.ts';
import { startSilenceMonitor } from './test/silence.ts';
import { inputsOf } from './test/stall-calls.ts';
import { startSender, type StallInput } from './test/stall-inputs.ts';
import { otherRoutes, routePathsOf } from './test/stall-routes.ts';
import { openSpecialBodies } from './test/stall-special.ts';

/**
 * Sends the worst inputs that the limits admit to every call and route, and measures the longest silence of the
 * process (R-SEC-15). The inputs are made from the schemas of the contract and from the table of the other routes: one
 * that is missing there fails. `--only` chooses calls and routes.
 */
const isLong = process.env['LONGRUN_FIGURES'] !== undefined;
/** Milliseconds without a reply of `/health/live`. */
const mostSilence = 250;
/** A short run tries one of so many texts at each place. */
const every = repetitions(9, 1);

const { product, remove } = await openTestApplication({});
const stages = new AsyncDisposableStack();
stages.defer(remove);
afterAll(() => stages.disposeAsync());
const { app } = product;
// Vitest keeps a hundred frames of each error, which takes ten times as long as the ten of Node.js.
const { stackTraceLimit } = Error;
Error.stackTraceLimit = 10;
stages.defer(() => void (Error.stackTraceLimit = stackTraceLimit));

beforeAll(async () => {
  if (isLong) await promisify(execFile)(process.execPath, ['tools/build.ts']);
  if (isLong)
    await registerPages(app, {
      dev: false,
      site: product.context.config.site,
      origin: product.context.origin,
      apiFor: () => product.anyone,
    });
  await app.listen({ port: 0, host: '127.0.0.1' });
}, 180_000);

const nameOf = (path: string) => {
  const names = Object.keys(otherRoutes);
  return names.find((name) =>
    name.endsWith('…') ? path.startsWith(name.slice(0, -1)) : path === name,
  );
};

test('every route is a call of the contract, or has inputs that could stop the process', () => {
  const calls = new Set(allEndpoints.map(({ path }) => `/api${path}`.toLowerCase()));
  const isCall = (path: string) =>
    [...calls].some(
      (call) => call.replaceAll(/:\w+/g, ':') === path.toLowerCase().replaceAll(/:\w+/g, ':'),
    );
  const isFile = (path: string) => /^[\w/-]+\.(?:png|svg|svg\.br|svg\.gz|js|pdf|txt)$/.test(path);
  const missing = routePathsOf(app).filter(
    (path) => !isCall(path) && !isFile(path) && nameOf(path) === undefined,
  );
  expect(missing).toEqual([]);
});

test.runIf(isLong)(
  'no input stops the process for a quarter of a second (R-SEC-15)',
  async () => {
    const { port } = app.server.address() as AddressInfo;
    await prepareRecords(product);
    const cast = await createFuzzActors(product, crypto.randomUUID(), 'Unlimited');
    const monitor = startSilenceMonitor(`http://127.0.0.1:${port}`);
    stages.defer(monitor.stop);
    const { sendRequest, stop } = startSender(port, monitor.restart);
    stages.defer(async () => void (await stop()));
    const stage = { product, cast, sendRequest };
    const special = await openSpecialBodies();
    stages.defer(special.close);
    const silences: { name: string; silence: number; status: number }[] = [];
    const measure = async ({ name, send }: StallInput) => {
      let status = 0;
      const once = () => monitor.during(async () => void (status = await send()));
      let silence = await once();
      // A silence of the machine isn't repeated.
      for (let more = 0; more < 2 && silence > mostSilence; more += 1)
        silence = Math.min(silence, await once());
      silences.push({ name, silence, status });
      if (silence > mostSilence)
        process.stderr.write(`${silence.toFixed(0)} ms: ${name} (${status})\n`);
    };
    const chosen = (inputs: StallInput[]) =>
      inputs.filter(({ name }, n) => (n + seed) % every === 0 || !/, text \d|^GET/.test(name));
    for (const endpoint of allEndpoints.filter(({ name }) => isWanted(name))) {
      await cast.renew(endpoint.path);
      for (const input of chosen(
        inputsOf(stage, { ...endpoint, special: special.bodies[endpoint.name] ?? {} }, seed),
      ))
        await measure(input);
    }
    for (const [path, inputs] of Object.entries(otherRoutes)) {
      if (typeof inputs === 'string' || !isWanted(path)) continue;
      for (const input of chosen(await inputs(stage))) await measure(input);
    }
    const worst = silences.toSorted((a, b) => b.silence - a.silence);
    for (const { name, silence, status } of worst.slice(0, 5))
      figure('stalls', `${silence.toFixed(0)} ms: ${name} (${status})`);
    figure(
      'stalls',
      `${silences.length} inputs to ${allEndpoints.length} calls and ${Object.keys(otherRoutes).length} other routes`,
    );
    expect(worst.filter(({ silence }) => silence > mostSilence)).toEqual([]);
  },
  0,
);
