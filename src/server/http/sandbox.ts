import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors.ts';
import { servePayments, type PaymentDoors } from './sandbox-payments.ts';
import { isHere } from './visitor.ts';

type Doors = {
  /** Null while the real service is configured. */
  mail: ((to: string | undefined) => Promise<unknown>) | null;
  payments: PaymentDoors | null;
  /** Callers on other machines may look too. */
  isPublic: boolean;
};

/** The stand-ins' own doors under `/sandbox`: what they received, and how they behave. */
export const serveSandbox = (app: FastifyInstance, { mail, payments, isPublic }: Doors) => {
  const onlyHere = async (request: FastifyRequest) => {
    if (!isPublic && !isHere(request)) throw new Failure('notFound');
  };
  if (mail) {
    const options = { schema: { hide: true }, onRequest: onlyHere };
    app.get('/sandbox/mail.json', options, ({ query }) => mail((query as { to?: string }).to));
  }
  if (payments) servePayments(app, payments, onlyHere);
};
