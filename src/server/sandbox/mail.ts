import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { id, opaqueText } from '#contract/shapes.ts';
import { locales, type Locale } from '#locales/locales.ts';

type Preview = { html: string };
type Sample = Preview & { kind: string; subject: string; text: string };

/** The local mailbox, and samples of every kind of email. */
export type SandboxMail = {
  list: (to: string | undefined) => Promise<unknown>;
  /** Returns undefined for an unknown id. */
  find: (id: string) => Promise<Preview | undefined>;
  samples: (locale: Locale) => Promise<Sample[]>;
};

const recipient = z.object({ to: opaqueText(254).optional() });
const message = z.object({ id });
const language = z.object({ locale: z.enum(locales) });
const sample = language.extend({ kind: opaqueText(100) });

/**
 * Runs no script and loads nothing but pictures: emails hold names from forms. Only our own pages may
 * frame it, and links open in a new tab.
 */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

function sendPreview(reply: FastifyReply, mail: Preview | undefined) {
  if (!mail) throw new Failure('notFound');
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .send(mail.html);
}

/** Serves the emails of the local mailbox and the samples, as JSON and as HTML for a frame. */
export function serveSandboxMail(
  app: FastifyInstance,
  { list, find, samples }: SandboxMail,
  onRequest: (request: FastifyRequest) => Promise<void>,
) {
  const get = (path: string, schema: object, handler: RouteHandlerMethod) =>
    app.get(path, { schema: { hide: true, ...schema }, onRequest }, handler);
  get('/sandbox/mail.json', { querystring: recipient }, ({ query }) =>
    list((query as z.infer<typeof recipient>).to),
  );
  get('/sandbox/mail/:id.html', { params: message }, async ({ params }, reply) =>
    sendPreview(reply, await find((params as z.infer<typeof message>).id)),
  );
  get('/sandbox/mail/samples/:locale.json', { params: language }, async ({ params }) => {
    const all = await samples((params as z.infer<typeof language>).locale);
    return all.map(({ kind, subject, text }) => ({ kind, subject, text }));
  });
  get('/sandbox/mail/samples/:locale/:kind.html', { params: sample }, async ({ params }, reply) => {
    const { locale, kind } = params as z.infer<typeof sample>;
    return sendPreview(
      reply,
      (await samples(locale)).find((mail) => mail.kind === kind),
    );
  });
}
