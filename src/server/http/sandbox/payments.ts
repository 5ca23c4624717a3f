import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z, type ZodType } from 'zod';
import { currencies } from '#contract/money.ts';
import { int32, opaqueText, requiredText } from '#contract/shapes.ts';

const tenYears = 315_360_000;
const seconds = int32.min(0, 'field.tooSmall').max(tenYears, 'field.tooLarge');
const positive = int32.min(1, 'field.tooSmall');
const name = requiredText(200);

/** Schemas of the control endpoints of the payment sandbox, for manual use and tests. */
const bodies = {
  records: z.object({ customer: opaqueText(200).optional() }),
  clock: z.object({ advanceSeconds: seconds }),
  deliveries: z.object({
    mode: z.enum(['normal', 'off', 'duplicate', 'shuffle'], 'field.invalid'),
    delaySeconds: seconds.default(0),
  }),
  faults: z
    .object({
      next: z.array(z.enum(['timeout-after-success', '500', '429', 'reset'], 'field.invalid')),
      count: positive.max(1_000, 'field.tooLarge').optional(),
    })
    .transform(({ next, count = next.length }) => ({ next, count })),
  coupons: z
    .object({
      code: z.string('field.required').regex(/^[\w-]{1,60}$/, 'field.invalid'),
      /** In minor units. */
      amountOff: positive.optional(),
      percentOff: z
        .number('field.invalid')
        .gt(0, 'field.tooSmall')
        .max(100, 'field.tooLarge')
        .optional(),
      currency: z.enum(currencies, 'field.invalid').optional(),
      maxRedemptions: positive.optional(),
      active: z.boolean('field.invalid').optional(),
      duration: z.enum(['once', 'repeating', 'forever'], 'field.invalid').optional(),
      durationInMonths: positive.optional(),
    })
    .refine(
      ({ amountOff, percentOff }) => (amountOff === undefined) !== (percentOff === undefined),
      {
        message: 'field.required',
        path: ['percentOff'],
      },
    )
    .refine(
      ({ duration, durationInMonths: months }) =>
        (duration === 'repeating') === (months !== undefined),
      { message: 'field.required', path: ['durationInMonths'] },
    ),
  authentications: z.object({
    clientSecret: name,
    outcome: z.enum(['succeed', 'fail'], 'field.invalid'),
  }),
  resend: z.object({ event: name }),
  card: z.object({ paymentMethod: name }),
  cancel: z.object({ subscription: name, cancel: z.boolean('field.invalid') }),
  pay: z.object({ invoice: name }),
};
/** Path parameters: no NUL, which PostgreSQL refuses. */
const params = {
  session: z.object({ session: opaqueText(200) }),
  invoice: z.object({ id: opaqueText(200) }),
};
const invoiceKey = z.object({ key: opaqueText(200).default('') });
type Bodies = { [K in keyof typeof bodies]: z.output<(typeof bodies)[K]> };

/** Functions of the payment sandbox behind its endpoints. A refusal is a `Failure`. */
export type SandboxPaymentsApi = {
  inspect: (customer?: string) => Promise<unknown>;
  clock: (body: Bodies['clock']) => Promise<unknown>;
  deliveries: (body: Bodies['deliveries']) => Promise<unknown>;
  faults: (body: Bodies['faults']) => Promise<unknown>;
  coupons: (body: Bodies['coupons']) => Promise<unknown>;
  authentications: (body: Bodies['authentications']) => Promise<unknown>;
  resend: (body: Bodies['resend']) => Promise<unknown>;
  portal: {
    read: (session: string) => Promise<unknown>;
    card: (session: string, body: Bodies['card']) => Promise<unknown>;
    cancel: (session: string, body: Bodies['cancel']) => Promise<unknown>;
    pay: (session: string, body: Bodies['pay']) => Promise<unknown>;
  };
  invoiceFile: (id: string, key: string) => Promise<Buffer>;
};

type AccessCheck = (request: FastifyRequest) => Promise<void>;

/**
 * Serves the payment sandbox. The endpoints accept only JSON, which no page of another origin can send.
 * Those of hosted pages, portal and invoices, are open to all visitors with the key in the URL.
 */
export const serveSandboxPayments = (
  app: FastifyInstance,
  controls: SandboxPaymentsApi,
  onlyHere: AccessCheck,
) => {
  const root = '/sandbox/payments';
  const here = { schema: { hide: true }, onRequest: onlyHere };
  app.get(
    `${root}.json`,
    { ...here, schema: { hide: true, querystring: bodies.records } },
    ({ query }) => controls.inspect((query as z.infer<typeof bodies.records>).customer),
  );
  const door = <T>(path: string, body: ZodType<T>, answer: (body: T) => Promise<unknown>) =>
    app.post(
      `${root}/${path}`,
      { ...here, schema: { hide: true, body } },
      async (request) => (await answer(request.body as T)) ?? {},
    );
  door('clock', bodies.clock, controls.clock);
  door('deliveries', bodies.deliveries, controls.deliveries);
  door('faults', bodies.faults, controls.faults);
  door('coupons', bodies.coupons, controls.coupons);
  door('authentications', bodies.authentications, controls.authentications);
  door('resend', bodies.resend, controls.resend);
  servePortal(app, `${root}/portal`, controls.portal);
  serveInvoices(app, `${root}/invoices`, controls.invoiceFile);
};

const servePortal = (app: FastifyInstance, root: string, portal: SandboxPaymentsApi['portal']) => {
  type Named = { session: string };
  const schema = { hide: true, params: params.session };
  app.get(`${root}/:session.json`, { schema }, ({ params }) =>
    portal.read((params as Named).session),
  );
  const act = <T>(
    path: string,
    body: ZodType<T>,
    answer: (session: string, body: T) => Promise<unknown>,
  ) =>
    app.post(`${root}/:session/${path}`, { schema: { ...schema, body } }, async (request) => {
      const { session } = request.params as Named;
      await answer(session, request.body as T);
      return portal.read(session);
    });
  act('card', bodies.card, portal.card);
  act('cancel', bodies.cancel, portal.cancel);
  act('pay', bodies.pay, portal.pay);
};

const serveInvoices = (
  app: FastifyInstance,
  root: string,
  invoiceFile: SandboxPaymentsApi['invoiceFile'],
) => {
  const schema = { hide: true, params: params.invoice, querystring: invoiceKey };
  app.get(`${root}/:id.pdf`, { schema }, async ({ params, query }, reply) => {
    const { id } = params as { id: string };
    const file = await invoiceFile(id, (query as z.infer<typeof invoiceKey>).key);
    return reply
      .type('application/pdf')
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': `inline; filename="${id}.pdf"`,
      })
      .send(file);
  });
};
