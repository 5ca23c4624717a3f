import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors.ts';
import { servePayments, type PaymentDoors } from './sandbox-payments.ts';

type Doors = {
  /** Null while the real service is configured. */
  mail: ((to: string | undefined) => Promise<unknown>) | null;
  payments: PaymentDoors | null;
  /** Callers on other machines may look too. */
  isPublic: boolean;
};

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

/**
 * Somebody at this very machine. Not who came through a proxy on it, nor a page of another site whose
 * name was made to lead here.
 */
const isLocal = ({ ip, hostname, headers }: FastifyRequest) =>
  loopback.test(ip.replace(/^::ffff:/, '')) &&
  loopback.test(hostname) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

/** The stand-ins' own doors under `/sandbox`: what they received, and how they behave. */
export const serveSandbox = (app: FastifyInstance, { mail, payments, isPublic }: Doors) => {
  const onlyHere = async (request: FastifyRequest) => {
    if (!isPublic && !isLocal(request)) throw new Failure('notFound');
  };
  if (mail) {
    const options = { schema: { hide: true }, onRequest: onlyHere };
    app.get('/sandbox/mail.json', options, ({ query }) => mail((query as { to?: string }).to));
  }
  if (payments) servePayments(app, payments, onlyHere);
};
