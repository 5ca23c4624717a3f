import { z } from 'zod';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { fittingPayload } from './xss-payloads.ts';

type Schema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

/** Secrets and identifiers: compared or passed on, never shown. */
const neverShown =
  /password|token|secret|email|coupon|challenge|^(number|cvc|code|flow|query|serviceId|invoiceId|image|icon|logo|avatar|logoDarkmode)$/i;

/** Fields that an authenticator fills. */
const ofPasskey =
  /^(id|rawId|clientDataJSON|attestationObject|authenticatorData|signature|userHandle)$/;

/**
 * Calls that take no markup: names of hosts, an issuer that answers, secrets of a sign-in, and metadata that is parsed. An authenticator is needed for names of
 * passkeys, which `e2e/app/passkeys.e2e.ts` gives.
 */
const elsewhere = new Set([
  'domains.add',
  'factors.addPasskey',
  'factors.updatePasskey',
  'policies.findSignIn',
  'sso.answer',
  'sso.findProvider',
  'sso.readMetadata',
  'sso.start',
  'sso.update',
  'users.updateTimeZone',
]);

/** Fields that must be unique across organizations. */
const unique = /^(organization|company|name)$/;

/** Names of people and organizations: refuse links, so they take no dots or schemes. */
const isName = (field: string) => unique.test(field) || /^(first|last)Name$/.test(field);
const withoutLinks = (text: string) => text.replaceAll(/[.。]|:(?=\/\/)/g, '');

/** Names, titles, telephone numbers, files, billing details and descriptions of endpoints are one line. */
const lines = /^(phone|title|fileName|legalName|line1|line2|city|state|postalCode|purchaseOrder)$/;
const isOneLine = (call: string, field: string) =>
  isName(field) || lines.test(field) || (call.startsWith('webhooks.') && field === 'description');
/** Addresses take markup in their query. */
const asAddress = (text: string) => `https://hooks.example.com/?x=${text}`;
const onOneLine = (text: string) => text.replaceAll(/[\t\n\r\u2028\u2029]/g, ' ');

type Field = { path: readonly string[]; longest: number };

/** Returns the fields of a body that take free text and may be shown. */
const textsIn = (schema: Schema, path: readonly string[] = []): Field[] => {
  const inside = [
    ...Object.entries(schema.properties ?? {}).map(([name, of]) => [of, [...path, name]] as const),
    ...(schema.items ? [[schema.items, path] as const] : []),
    ...(schema.anyOf ?? []).map((of) => [of, path] as const),
  ];
  const isText = schema.type === 'string' && !schema.format && !schema.pattern && !schema.enum;
  const field = path.at(-1) ?? '';
  const isShown = !neverShown.test(field) && !(path.includes('passkey') && ofPasskey.test(field));
  return [
    ...(isText && schema.const === undefined && isShown
      ? [{ path, longest: schema.maxLength ?? 1_000 }]
      : []),
    ...inside.flatMap(([of, at]) => textsIn(of, at)),
  ];
};

const endpointOf = (name: string) => {
  const [subject = '', verb = ''] = name.split('.');
  const subjects = contract as unknown as Record<string, Subject>;
  return subjects[subject]?.endpoints[verb];
};

const fieldsOf = (endpoint: Endpoint | undefined) =>
  endpoint?.body
    ? textsIn(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as Schema)
    : [];

/** Calls that take a text that may be shown, as `subject.call`. */
export const callsWithText = Object.entries(contract).flatMap(([name, { endpoints }]) =>
  Object.keys(endpoints)
    .map((verb) => `${name}.${verb}`)
    .filter((call) => !elsewhere.has(call) && fieldsOf(endpointOf(call)).length > 0),
);

const put = (target: unknown, [name = '', ...rest]: readonly string[], value: string): void => {
  if (Array.isArray(target)) for (const each of target) put(each, [name, ...rest], value);
  else if (typeof target === 'object' && target !== null) {
    const record = target as Record<string, unknown>;
    const old = record[name];
    if (rest.length === 0) record[name] = Array.isArray(old) ? old.map(() => value) : value;
    else put(record[name], rest, value);
  }
};

/** Fills each text field of a body with the payload; `tag` makes unique fields distinct. */
export const withPayload = <T>(call: string, body: T, payload: string, tag = ''): T => {
  const copy = structuredClone(body);
  for (const { path, longest } of fieldsOf(endpointOf(call))) {
    const field = path.at(-1) ?? '';
    const end = unique.test(field) ? tag : '';
    const fitting = fittingPayload(payload, longest - end.length);
    const line = isOneLine(call, field) ? onOneLine(fitting) : fitting;
    const value = field === 'url' ? asAddress(onOneLine(fitting)) : line;
    put(copy, path, (isName(field) ? withoutLinks(value) : value) + end);
  }
  return copy;
};
