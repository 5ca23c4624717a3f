import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createHttp } from './http.ts';
import { prepareShutdown, type Shutdown } from './shutdown.ts';

/** Checks the shutdown of a process: every accepted request is answered (R-REL-02). */
let address: string;
let exit: Shutdown;
let begun: PromiseWithResolvers<void>;
let end: PromiseWithResolvers<void>;
let sentAway: number;

const serve = async (firstRequestMs = 60_000) => {
  const app = createHttp({ logLevel: 'silent' });
  sentAway = 0;
  [begun, end] = [Promise.withResolvers(), Promise.withResolvers()];
  exit = prepareShutdown(app, { onClosed: () => (sentAway += 1), firstRequestMs });
  app.get('/quick', async () => 'quick');
  app.get('/slow', async () => {
    begun.resolve();
    await end.promise;
    const { body } = await app.inject('/quick');
    return `slow, then ${body}`;
  });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
};

beforeEach(() => serve());

const ask = (path: string) => fetch(`${address}${path}`);
const summaryOf = async (answer: Response) => [
  answer.status,
  answer.headers.get('connection'),
  await answer.text(),
];

it('finishes the requests in progress and accepts no new connections', async () => {
  const slow = ask('/slow');
  await begun.promise;
  let isGone = false;
  const gone = exit.drain(0).then(() => (isGone = true));
  await expect.poll(() => sentAway).toBe(1);
  await expect(ask('/quick')).rejects.toThrow('fetch failed');
  expect(isGone).toBe(false);
  end.resolve();
  expect(await summaryOf(await slow)).toEqual([200, 'close', 'slow, then quick']);
  await gone;
});

it('serves requests during the notice period, with Connection: close', async () => {
  expect(await summaryOf(await ask('/quick'))).toEqual([200, 'keep-alive', 'quick']);
  expect(exit.isDraining).toBe(false);
  const gone = exit.drain(300);
  expect(exit.isDraining).toBe(true);
  expect(await summaryOf(await ask('/quick'))).toEqual([200, 'close', 'quick']);
  expect(sentAway).toBe(0);
  await gone;
  await expect(ask('/quick')).rejects.toThrow('fetch failed');
});

it('answers connections that wait in the backlog at shutdown', async () => {
  const { hostname, port } = new URL(address);
  const waiting = Array.from({ length: 100 }, () => connect(Number(port), hostname));
  const gone = exit.drain(0);
  const answers = await Promise.all(
    waiting.map((socket) => text(socket.end('GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n'))),
  );
  expect(answers.filter((answer) => !answer.startsWith('HTTP/1.1 200'))).toEqual([]);
  await gone;
});

it('answers the first request of a connection that was accepted before', async () => {
  const { hostname, port } = new URL(address);
  const silent = connect(Number(port), hostname);
  await once(silent, 'connect');
  const gone = exit.drain(0);
  await expect.poll(() => sentAway).toBe(1);
  const answer = await text(silent.end('GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n'));
  expect(answer).toMatch(/^HTTP\/1.1 200/);
  await gone;
});

it('does not wait for idle connections', async () => {
  await serve(0);
  const { hostname, port } = new URL(address);
  const silent = connect(Number(port), hostname);
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  silent.on('error', () => undefined);
  await exit.drain(0);
  expect(await ended).toEqual([false]);
});
