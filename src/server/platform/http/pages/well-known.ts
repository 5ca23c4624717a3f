import type { FastifyInstance } from 'fastify';
import type { PublicSettings } from '#server/config.ts';

const day = 86_400_000;

/** Days for which `security.txt` is valid; less than a year, as RFC 9116 §2.5.5 recommends. */
const validDays = 180;

type Site = { site: Pick<PublicSettings, 'supportEmail'>; origin: () => string };

/**
 * Serves the documents under `/.well-known` that are true of the product: where to report a vulnerability (RFC 9116), and
 * where to change a password. There is none about OAuth, as API keys are created by people (decision 69).
 */
export function serveWellKnown(app: FastifyInstance, { site, origin }: Site) {
  const hidden = { schema: { hide: true } };
  app.get('/.well-known/change-password', hidden, (_request, reply) =>
    reply.redirect('/app/settings/profile/security'),
  );
  // The address of the local mailbox is no contact for others.
  if (site.supportEmail.endsWith('.local')) return;
  app.get('/.well-known/security.txt', hidden, (request, reply) => {
    const canonical = `${origin()}/.well-known/security.txt`;
    // Readers trust it only at its canonical URL (RFC 9116 §2.5.2).
    if (request.site.kind !== 'main') return reply.redirect(canonical);
    const expires = new Date((Math.floor(Date.now() / day) + validDays) * day);
    const lines = [
      `Contact: mailto:${site.supportEmail}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: pt, en, es, hi',
      `Canonical: ${canonical}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
