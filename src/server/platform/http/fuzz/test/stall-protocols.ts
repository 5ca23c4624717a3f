import { randomUUID } from 'node:crypto';
import { Role } from '#contract/access.ts';
import { apiScopes } from '#contract/api-keys/scopes.ts';
import { hubPath } from '#contract/realtime.ts';
import type { SamlValues } from '#server/identity/sso/test/saml-messages.ts';
import { startSaml } from '#server/identity/sso/test/saml.ts';
import { registerOwner } from '#server/test/application.ts';
import type { StallInput } from './stall-inputs.ts';
import {
  bodyInputs,
  formInputs,
  inputOf,
  jsonType,
  KiB,
  type RouteInputs,
} from './stall-requests.ts';
import { trapTexts, trapXml } from './stall-texts.ts';

/** Inputs of SAML: responses that are finished, and forms. */
export const samlInputs: RouteInputs = async (stage) => {
  const provider = await startSaml(stage.product);
  const url = `/saml/${provider.organization.id}/response`;
  const limit = 280 * KiB;
  const extended = (extra: string, values: SamlValues) =>
    provider
      .respond(values)
      .replace('</samlp:Status>', `</samlp:Status><samlp:Extensions>${extra}</samlp:Extensions>`);
  const finish = (name: string, xmlOf: (values: SamlValues) => string): StallInput => ({
    name: `Sso/Finish of a SAML response: ${name}`,
    send: async () => {
      const started = await provider.start();
      const xml = xmlOf(provider.valuesOf(started));
      return provider.finish(started, xml).then(
        () => 200,
        () => 400,
      );
    },
  });
  const groups = Array.from({ length: 900 }, (_, n) => `Group ${n}`);
  return [
    ...Object.entries(trapXml(limit)).flatMap(([name, extra]) => [
      finish(name, (values) => extended(extra, values)),
      finish(`${name} alone`, () => extra),
    ]),
    finish('as many groups as are admitted', (values) =>
      provider.respond({ ...values, attributes: { ...values.attributes, groups } }),
    ),
    ...formInputs(stage, url, 380 * KiB),
  ];
};

/** Inputs of MCP, with a key that has every scope. */
export const mcpInputs: RouteInputs = async (stage) => {
  const { api } = await registerOwner(stage.product, { plan: 'Unlimited' });
  const { key } = await api.apiKeys.create({
    body: { name: 'Stalls', role: Role.Admin, scopes: [...apiScopes], days: 90 },
  });
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    ...jsonType(),
  };
  const call = (name: string, body: unknown) =>
    inputOf(stage, name, { method: 'POST', url: '/mcp', headers, body: JSON.stringify(body) });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const tool = (args: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'transactions_create', arguments: args },
  });
  return [
    ...bodyInputs(stage, { method: 'POST', url: '/mcp', headers }, 64 * KiB),
    call('the list of tools', list),
    call(
      'a batch of lists of tools',
      Array.from({ length: 20 }, (_, id) => ({ ...list, id })),
    ),
    call(
      'a batch of calls',
      Array.from({ length: 20 }, (_, id) => ({ ...tool({}), id })),
    ),
    call(
      'wrong arguments',
      tool(Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`k${n}`, n]))),
    ),
    ...trapTexts(60_000).map((text, n) =>
      call(`text ${n}`, tool({ description: text, category: text.slice(0, 10) })),
    ),
  ];
};

/** Returns requests that post to an event stream of the hub, which any session may do. */
export const hubInputs: RouteInputs = async (stage) => {
  const { token } = await registerOwner(stage.product, { plan: 'Pro' });
  const headers = { ...jsonType('text/plain'), authorization: `Bearer ${token}` };
  const url = `${hubPath}?id=${randomUUID()}`;
  return bodyInputs(stage, { method: 'POST', url, headers }, 32 * KiB);
};
