import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { opaque } from '#contract/shapes.ts';
import { servePayments, type PaymentDoors } from './sandbox-payments.ts';
import { isLocal } from './visitor.ts';

const recipient = z.object({ to: opaque(254).optional() });

type Doors = {
  /** Null while the real service is configured. */
  mail: ((to: string | undefined) => Promise<unknown>) | null;
  payments: PaymentDoors | null;
  /** Who may use them: everybody (`SANDBOX_PUBLIC`), this machine, or nobody. */
  openTo: 'everybody' | 'local' | 'nobody';
};

/** Pages of the payment sandbox that whoever has their key in the address may open. */
const hosted = /^\/sandbox\/payments\/(portal|authenticate)\b/i;

/**
 * Serves the stand-ins' own calls under `/sandbox`: what they received, and how they behave. Pages
 * there are found by whoever may make their calls.
 */
export const serveSandbox = (app: FastifyInstance, { mail, payments, openTo }: Doors) => {
  const mayUse = (request: FastifyRequest) =>
    openTo === 'everybody' || (openTo === 'local' && isLocal(request));
  const onlyHere = async (request: FastifyRequest) => {
    if (!mayUse(request)) throw new Failure('notFound');
  };
  app.addHook('onRequest', async (request) => {
    const { is404, url } = request;
    if (!is404 || !/^\/sandbox\b/i.test(url)) return;
    const standIn = /^\/sandbox\/mail\b/i.test(url) ? mail : payments;
    if (!standIn || (!hosted.test(url) && !mayUse(request))) throw new Failure('notFound');
  });
  if (mail) {
    const options = { schema: { hide: true, querystring: recipient }, onRequest: onlyHere };
    app.get('/sandbox/mail.json', options, ({ query }) =>
      mail((query as z.infer<typeof recipient>).to),
    );
  }
  if (payments) servePayments(app, payments, onlyHere);
};
