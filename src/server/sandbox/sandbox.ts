import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors.ts';
import { isLocalRequest } from '#server/platform/http/visitor.ts';
import { serveSandboxMail, type SandboxMail } from './mail.ts';
import { serveSandboxPayments, type SandboxPayments } from './payments.ts';

type SandboxOptions = {
  /** Null if the real service is configured. */
  mail: SandboxMail | null;
  payments: SandboxPayments | null;
  /** Visitors who may use them: all (`SANDBOX_PUBLIC`), those on this machine, or none. */
  openTo: 'all' | 'local' | 'none';
};

/** Matches pages of the payment sandbox that are open to all visitors with the key in their URL. */
const hostedPages = /^\/sandbox\/payments\/(portal|authenticate)\b/i;

/** Serves the API of the local stand-ins under `/sandbox`, to the visitors who may use their pages. */
export function serveSandbox(app: FastifyInstance, { mail, payments, openTo }: SandboxOptions) {
  const mayUse = (request: FastifyRequest) =>
    openTo === 'all' || (openTo === 'local' && isLocalRequest(request));
  const requireAccess = async (request: FastifyRequest) => {
    if (!mayUse(request)) throw new Failure('notFound');
  };
  app.addHook('onRequest', async (request) => {
    const { is404, url } = request;
    if (!is404 || !/^\/sandbox\b/i.test(url)) return;
    const standIn = /^\/sandbox\/mail\b/i.test(url) ? mail : payments;
    if (!standIn || (!hostedPages.test(url) && !mayUse(request))) throw new Failure('notFound');
  });
  if (mail) serveSandboxMail(app, mail, requireAccess);
  if (payments) serveSandboxPayments(app, payments, requireAccess);
}
