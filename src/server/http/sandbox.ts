import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors.ts';

type Doors = {
  /** Null while the real service is configured. */
  mail: ((to: string | undefined) => Promise<unknown>) | null;
  payments: (() => Promise<unknown>) | null;
  /** Callers on other machines may look too. */
  isPublic: boolean;
};

const isLocal = ({ ip }: FastifyRequest) => /^(127\.|::1$|::ffff:127\.)/.test(ip);

/** The stand-ins' own doors under `/sandbox`: what they received, as JSON. */
export const serveSandbox = (app: FastifyInstance, { mail, payments, isPublic }: Doors) => {
  const door = (url: string, answer: ((request: FastifyRequest) => Promise<unknown>) | null) => {
    if (!answer) return;
    app.get(url, { schema: { hide: true } }, async (request) => {
      if (!isPublic && !isLocal(request)) throw new Failure('notFound');
      return answer(request);
    });
  };
  door('/sandbox/mail.json', mail && (({ query }) => mail((query as { to?: string }).to)));
  door('/sandbox/payments.json', payments && (() => payments()));
};
