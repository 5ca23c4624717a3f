import { createHmac } from 'node:crypto';

/** Returns the signature header that the provider sends with a body. */
export function signWebhookBody(
  body: string,
  secret: string,
  { ageSeconds = 0, scheme = 'v1' } = {},
) {
  const at = Math.floor(Date.now() / 1_000) - ageSeconds;
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return { 'stripe-signature': `t=${at},${scheme}=${signature}` };
}

/** A forged request to the webhook. */
export type ForgedRequest = {
  what: string;
  body: string;
  headers: Record<string, string>;
};

type EventSource = {
  /** Returns the body of a new event. */
  genuine: (over?: object) => string;
  secret: string;
};

type ForgeRequest = (source: EventSource, n: number) => Omit<ForgedRequest, 'what'>;

const signed = (body: string, secret: string) => ({ body, headers: signWebhookBody(body, secret) });

/** Flips one bit of the nth character of a text. */
const flipBit = (text: string, n: number) => {
  const at = n % text.length;
  const changed = String.fromCodePoint((text.codePointAt(at) ?? 0) ^ 1);
  return text.slice(0, at) + changed + text.slice(at + 1);
};

const signatureHeader = (value: string) => ({ 'stripe-signature': value });

const forgeryKinds: Record<string, ForgeRequest> = {
  'a bit of the body flipped'({ genuine, secret }, n) {
    const { body, headers } = signed(genuine(), secret);
    return { body: flipBit(body, n * 7), headers };
  },
  'a bit of the signature flipped'({ genuine, secret }, n) {
    const body = genuine();
    const [stamp = '', hex = ''] = signWebhookBody(body, secret)['stripe-signature'].split('v1=');
    return { body, headers: signatureHeader(`${stamp}v1=${flipBit(hex, n)}`) };
  },
  'an old timestamp'({ genuine, secret }, n) {
    const body = genuine();
    return { body, headers: signWebhookBody(body, secret, { ageSeconds: 310 + n }) };
  },
  'an old timestamp with the old signature'({ genuine, secret }) {
    const body = genuine();
    const old = signWebhookBody(body, secret, { ageSeconds: 86_400 })['stripe-signature'];
    const now = Math.floor(Date.now() / 1_000);
    return { body, headers: signatureHeader(old.replace(/^t=\d+/, `t=${now}`)) };
  },
  'no header': ({ genuine }) => ({ body: genuine(), headers: {} }),
  'an empty header': ({ genuine }) => ({ body: genuine(), headers: signatureHeader('') }),
  'the scheme v0'({ genuine, secret }) {
    const body = genuine();
    return { body, headers: signWebhookBody(body, secret, { scheme: 'v0' }) };
  },
  'serialized again'({ genuine, secret }) {
    const { body, headers } = signed(genuine(), secret);
    return { body: JSON.stringify(JSON.parse(body)), headers };
  },
  'another secret': ({ genuine, secret }) => signed(genuine(), `${secret}x`),
  'an empty secret': ({ genuine }) => signed(genuine(), ''),
  'a huge body': ({ genuine, secret }) =>
    signed(genuine({ padding: 'x'.repeat(1_100_000) }), secret),
  'another content type'({ genuine, secret }) {
    const { body, headers } = signed(genuine(), secret);
    return { body, headers: { ...headers, 'content-type': 'text/plain' } };
  },
  'real money': ({ genuine, secret }) => signed(genuine({ livemode: true }), secret),
  'no event': ({ secret }, n) =>
    signed(JSON.stringify(n % 2 === 0 ? [] : { object: 'v2.core.event' }), secret),
};

/** Returns this many forged requests, cycling through every kind. */
export const forgedRequests = (count: number, source: EventSource): ForgedRequest[] =>
  Array.from({ length: count }, (_, n) => {
    const kinds = Object.entries(forgeryKinds);
    const [what, forge] = kinds[n % kinds.length] ?? [];
    if (!what || !forge) throw new Error('Unknown forgery');
    return { what, ...forge(source, n) };
  });
