import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors.ts';
import { servePayments, type PaymentDoors } from './sandbox-payments.ts';
import { isLocal } from './visitor.ts';

type Doors = {
  /** Null while the real service is configured. */
  mail: ((to: string | undefined) => Promise<unknown>) | null;
  payments: PaymentDoors | null;
  /** Who may use them: everybody (`SANDBOX_PUBLIC`), this machine, or nobody. */
  openTo: 'everybody' | 'local' | 'nobody';
};

/** The stand-ins' own doors under `/sandbox`: what they received, and how they behave. */
export const serveSandbox = (app: FastifyInstance, { mail, payments, openTo }: Doors) => {
  const onlyHere = async (request: FastifyRequest) => {
    const mayUse = openTo === 'everybody' || (openTo === 'local' && isLocal(request));
    if (!mayUse) throw new Failure('notFound');
  };
  if (mail) {
    const options = { schema: { hide: true }, onRequest: onlyHere };
    app.get('/sandbox/mail.json', options, ({ query }) => mail((query as { to?: string }).to));
  }
  if (payments) servePayments(app, payments, onlyHere);
};
