import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import type { Api } from '#contract/api-client.ts';
import type { WebhookEvent } from '#contract/webhooks/event-names.ts';
import { webhookBody } from '#contract/webhooks/events.ts';
import { startWebhookSender } from '#server/enterprise/webhooks/service/sender.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import type { TestApplication } from '#server/test/application.ts';

type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string };

type Answer = (response: ServerResponse) => unknown;

/**
 * Starts an HTTP server that keeps the requests and answers 204, or as `answers` says by path, and a sender that
 * looks for deliveries more often than the product's; both are stopped after the tests of the file.
 */
export const startReceiver = async ({ open, context, app }: TestApplication) => {
  const received: ReceivedRequest[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body });
      const answer = answers.get(path);
      if (answer) answer(response);
      else response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { owner: store } = open;
  const sender = startWebhookSender({ store, context, logger: app.log, pollInterval: 20 });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await sender.stop();
  });
  const { port } = server.address() as AddressInfo;
  const at = (path: string) => received.filter((request) => request.path === path);

  /** Adds an endpoint of this server that subscribes to these events; hosts are other names of this machine. */
  const subscribe = async (
    { api }: { api: Api },
    events: WebhookEvent[],
    host: '127.0.0.1' | 'localhost' = '127.0.0.1',
  ) => {
    const path = `/${crypto.randomUUID()}`;
    const url = `http://${host}:${port}${path}`;
    const endpoint = await api.webhooks.create({ body: { url, description: '', events } });
    const params = { id: endpoint.id };
    const bodies = () => at(path).map(({ body }) => webhookBody.parse(JSON.parse(body)));
    return {
      ...endpoint,
      params,
      /** Requests as they arrived. */
      requests: () => at(path),
      received: bodies,
      types: () => bodies().map(({ type }) => type),
      deliveries: async () => (await api.webhooks.getDeliveries({ params })).items,
      /** Answers as given from now on; undefined: with 204. */
      answer: (how: Answer | undefined) =>
        void (how ? answers.set(path, how) : answers.delete(path)),
    };
  };
  return { subscribe, readWithoutWaits: readWithoutWaits(store) };
};

/**
 * Reads what an endpoint got after making everything that waits for it due, as if its time had come; not what is being
 * sent. A sender may just have begun another wait.
 */
const readWithoutWaits =
  (store: OwnerDatabase) =>
  <T>({ id }: { id: string }, read: () => Promise<T>) =>
  async () => {
    await store.query(
      `update webhook_deliveries set next_attempt_at = now()
       where endpoint_id = $1 and next_attempt_at > now() and attempts = jsonb_array_length(log)`,
      [id],
    );
    return read();
  };

export const patience = { timeout: 20_000, interval: 10 };
