import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z, type ZodType } from 'zod';
import { Failure } from '#contract/errors.ts';
import { currencies } from '#contract/money.ts';
import { int32, opaqueText, requiredText } from '#contract/shapes.ts';
import {
  deliveryModes,
  faultTypes,
  StripeApiError,
  type StripeSandbox,
} from '#sandbox/stripe/index.ts';

const tenYears = 315_360_000;
const seconds = int32.min(0, 'field.tooSmall').max(tenYears, 'field.tooLarge');
const positive = int32.min(1, 'field.tooSmall');
const name = requiredText(200);

/** Schemas of the control endpoints of the payment sandbox, for manual use and tests. */
const bodies = {
  records: z.object({ customer: opaqueText(200).optional() }),
  clock: z.object({ advanceSeconds: seconds }),
  deliveries: z.object({
    mode: z.enum(deliveryModes, 'field.invalid'),
    delaySeconds: seconds.default(0),
  }),
  faults: z
    .object({
      next: z.array(z.enum(faultTypes, 'field.invalid')),
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
    )
    .refine(({ duration, amountOff }) => duration !== 'forever' || amountOff === undefined, {
      message: 'coupons.endlessAmount',
      path: ['duration'],
    }),
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

/** Returns the result; translates refusals of the provider into failures. */
async function translateErrors<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    if (error.status === 402) throw new Failure('billing.cardDeclined');
    throw new Failure(error.status === 404 ? 'notFound' : 'validation');
  }
}

/** The payment sandbox, and what follows an advance of its clock. */
export type SandboxPayments = {
  sandbox: StripeSandbox;
  onClockAdvanced: () => Promise<void>;
  /** Returns an invoice as PDF. */
  renderInvoice: (id: string) => Promise<Buffer>;
};

type AccessCheck = (request: FastifyRequest) => Promise<void>;

/**
 * Serves the payment sandbox. The endpoints accept only JSON, which no page of another origin can send.
 * Those of hosted pages, portal and invoices, are open to all visitors with the key in the URL.
 */
export function serveSandboxPayments(
  app: FastifyInstance,
  { sandbox, onClockAdvanced, renderInvoice }: SandboxPayments,
  onlyHere: AccessCheck,
) {
  const root = '/sandbox/payments';
  app.get(
    `${root}.json`,
    { schema: { hide: true, querystring: bodies.records }, onRequest: onlyHere },
    ({ query }) => sandbox.inspect((query as z.infer<typeof bodies.records>).customer),
  );
  const post = <T>(path: string, body: ZodType<T>, run: (body: T) => Promise<unknown>) =>
    app.post(
      `${root}/${path}`,
      { schema: { hide: true, body }, onRequest: onlyHere },
      async (request) => (await translateErrors(run(request.body as T))) ?? {},
    );
  post('clock', bodies.clock, async ({ advanceSeconds }) => {
    const now = await sandbox.advance(advanceSeconds);
    await sandbox.whenDelivered();
    await onClockAdvanced();
    return { now };
  });
  post('deliveries', bodies.deliveries, async (settings) => {
    await sandbox.setDeliveryMode(settings);
    return settings;
  });
  post('faults', bodies.faults, async (faults) => {
    await sandbox.setFaults(faults);
    return faults;
  });
  post('coupons', bodies.coupons, sandbox.createCoupon);
  post('authentications', bodies.authentications, sandbox.completeAuthentication);
  post('resend', bodies.resend, ({ event }) => sandbox.resend(event));
  servePortal(app, `${root}/portal`, sandbox.portal);
  serveInvoices(app, `${root}/invoices`, { sandbox, renderInvoice });
}

function servePortal(app: FastifyInstance, root: string, portal: StripeSandbox['portal']) {
  const schema = { hide: true, params: params.session };
  const sessionOf = ({ params }: FastifyRequest) => (params as { session: string }).session;
  app.get(`${root}/:session.json`, { schema }, (request) =>
    translateErrors(portal.read(sessionOf(request))),
  );
  const post = <T>(
    path: string,
    body: ZodType<T>,
    run: (session: string, body: T) => Promise<unknown>,
  ) =>
    app.post(`${root}/:session/${path}`, { schema: { ...schema, body } }, async (request) => {
      const session = sessionOf(request);
      await translateErrors(run(session, request.body as T));
      return translateErrors(portal.read(session));
    });
  post('card', bodies.card, (session, { paymentMethod }) =>
    portal.changeCard(session, paymentMethod),
  );
  post('cancel', bodies.cancel, (session, { subscription, cancel }) =>
    portal.cancelAtPeriodEnd(session, subscription, cancel),
  );
  post('pay', bodies.pay, (session, { invoice }) => portal.pay(session, invoice));
}

function serveInvoices(
  app: FastifyInstance,
  root: string,
  { sandbox, renderInvoice }: Pick<SandboxPayments, 'sandbox' | 'renderInvoice'>,
) {
  const schema = { hide: true, params: params.invoice, querystring: invoiceKey };
  const accessOf = ({ params, query }: FastifyRequest) => ({
    ...(params as { id: string }),
    ...(query as z.infer<typeof invoiceKey>),
  });
  app.get(`${root}/:id.json`, { schema }, (request) =>
    translateErrors(sandbox.hostedInvoice.read(accessOf(request))),
  );
  app.post(`${root}/:id/pay`, { schema: { ...schema, body: bodies.card } }, (request) => {
    const { paymentMethod } = request.body as z.infer<typeof bodies.card>;
    return translateErrors(sandbox.hostedInvoice.pay(accessOf(request), paymentMethod));
  });
  app.get(`${root}/:id.pdf`, { schema }, async (request, reply) => {
    const { id, key } = accessOf(request);
    await translateErrors(sandbox.authorizeInvoice(id, key));
    return reply
      .type('application/pdf')
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': `inline; filename="${id}.pdf"`,
      })
      .send(await renderInvoice(id));
  });
}
