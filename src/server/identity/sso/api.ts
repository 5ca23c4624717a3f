import type { sso } from '#contract/sso/sso.ts';
import { announceEnforcementEnd } from '#server/identity/policies/service/enforcement-end.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { createOutboundFetch } from '#server/platform/http/outbound.ts';
import { activate, deactivate, getSettings, updateDraft } from './service/connection.ts';
import { finishSignIn } from './service/finish.ts';
import { answerQuestion } from './service/join.ts';
import { linkAgain } from './service/link-again.ts';
import { listEvents, type SsoContext } from './service/log.ts';
import { findSessionProvider } from './service/session-provider.ts';
import { findProvider, startSignIn, startStepUp, startTest } from './service/start.ts';

export { serveInitiated } from './service/initiated.ts';
export { serveReturn } from './service/return.ts';
export { serveSaml } from './service/saml/serve.ts';

export const ssoApi = (context: SsoContext): Handlers<typeof sso> => ({
  get: ({ tenant }) => getSettings(context, tenant),
  update: ({ tenant, body }) => updateDraft(context, tenant, body),
  readMetadata: async ({ body }) => {
    const { readProviderMetadata } = await import('./service/saml/metadata.ts');
    return readProviderMetadata(createOutboundFetch(context.config), body.metadata);
  },
  test: ({ tenant, session }) => startTest(context, tenant, session),
  activate: (owner) => activate(context, owner),
  deactivate: ({ tenant, session }) =>
    tenant.run((tx) =>
      announceEnforcementEnd(tx, { context, tenant: tenant.id, actor: session.user }, () =>
        deactivate({ ...tenant, run: (work) => work(tx) }),
      ),
    ),
  getEvents: async ({ tenant, query }) => listEvents((await tenant.authorized()).tenant, query),
  linkAgain: ({ tenant, params }) => linkAgain(tenant, params.id),
  findProvider: ({ body }) => findProvider(context, body),
  start: ({ body }) => startSignIn(context, body),
  startStepUp: async ({ session }) =>
    startStepUp(context, session, await findSessionProvider(context, session)),
  finish: ({ body, session, userAgent, locale }) =>
    finishSignIn(context, body, { session, userAgent, locale }),
  answer: async ({ body, userAgent, locale }) => ({
    session: await answerQuestion(context, body, { userAgent, locale }),
  }),
});
