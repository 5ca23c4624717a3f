import type { sso } from '#contract/sso/sso.ts';
import type { Examples } from './example.ts';

const body = () => ({
  protocol: 'oidc' as const,
  issuer: 'https://login.example.com',
  clientId: `client ${crypto.randomUUID()}`,
});

/** Metadata of a service, which is no identity provider. */
const metadata =
  '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sp.example.com"/>';

export const ssoExamples: Examples<typeof sso> = {
  record: {
    table: 'sso_events',
    row: (text) => ({ protocol: 'oidc', outcome: 'signedIn', reference: text }),
  },
  calls: {
    update: {
      body,
      audit: 'ssoConnection.created',
      act: async ({ createOrganization }) => {
        const { owner } = await createOrganization();
        await owner.api.sso.update({ body: body() });
        return owner.id;
      },
    },
    readMetadata: {
      body: () => ({ metadata }),
      audit: { none: 'fills in a form and stores nothing' },
      repeat: 'reads the same document',
    },
    test: {
      audit: { none: 'the sign-in log has its result' },
      repeat: 'starts another sign-in',
    },
    activate: {
      audit: 'ssoConnection.created',
      repeat: 'activates the same draft',
      act: async ({ createOrganization, markSsoTested }) => {
        const { owner } = await createOrganization();
        await owner.api.sso.update({ body: body() });
        await markSsoTested();
        await owner.api.sso.activate();
        return owner.id;
      },
    },
    deactivate: {
      audit: 'ssoConnection.removed',
      repeat: 'is inactive already',
      act: async ({ createOrganization, markSsoTested }) => {
        const { owner } = await createOrganization();
        await owner.api.sso.update({ body: body() });
        await markSsoTested();
        await owner.api.sso.activate();
        await owner.api.sso.deactivate();
        return owner.id;
      },
    },
    linkAgain: {
      params: { id: 'record' },
      audit: { none: 'see sso/link-again.test.ts: it needs a refused sign-in' },
      repeat: 'forgets an identity once',
    },
    findProvider: {
      body: () => ({ organization: 'none' }),
      audit: { none: 'reads a name' },
      repeat: 'reads the same name',
    },
    start: {
      body: () => ({ email: 'ana@without-sso.example.com' }),
      audit: { none: 'the sign-in log has its result' },
      repeat: 'starts another sign-in',
    },
    startStepUp: {
      audit: { none: 'the session is logged once it has authenticated again' },
      repeat: 'starts another authentication',
    },
    finish: {
      body: () => ({ organization: crypto.randomUUID(), query: 'state=unknown', flow: 'unknown' }),
      audit: { none: 'the session that it opens is logged; see sso/oidc.test.ts' },
      repeat: 'the response of the identity provider is accepted once',
    },
    answer: {
      body: () => ({
        organization: crypto.randomUUID(),
        state: 'unknown',
        flow: 'unknown',
        joins: true,
      }),
      audit: { none: 'what it joins is logged; see sso/join.test.ts' },
      repeat: 'a question is answered once',
    },
  },
};
