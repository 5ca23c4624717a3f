import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { billing } from '#contract/billing/details.ts';
import { opaqueText } from '#contract/shapes.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { getDetails, updateDetails } from './service/details.ts';
import { readInvoicePdf } from './service/invoice-pdf.ts';
import { getPayable } from './service/payable.ts';

export const billingApi = (context: AppContext): Handlers<typeof billing> => ({
  getDetails: async ({ tenant }) => getDetails(context, (await tenant.authorized()).tenant),
  getPayable: ({ params }) => getPayable(context, params.token),
  updateDetails: ({ body, ...visitor }) => updateDetails(context, visitor, body),
});

const params = z.object({ id: opaqueText(200) });
const querystring = z.object({
  key: opaqueText(200).default(''),
  lang: opaqueText(20).optional(),
});

/** Serves invoices as PDF to the holders of their links, without a session (R-INV-05). */
export const serveInvoices = (app: FastifyInstance, context: AppContext) =>
  app.get(
    '/invoices/:id.pdf',
    { schema: { hide: true, params, querystring }, config: { kind: 'file' } },
    async (request, reply) => {
      const { id } = request.params as z.infer<typeof params>;
      const { key, lang } = request.query as z.infer<typeof querystring>;
      const file = await readInvoicePdf(context, { invoice: id, key, lang });
      return reply
        .type('application/pdf')
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `inline; filename="${id}.pdf"`,
        })
        .send(file);
    },
  );
