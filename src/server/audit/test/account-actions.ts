import { randomUUID } from 'node:crypto';
import { createInvitation, invitationBody } from '#server/invitations/test/invitations.ts';
import { createTestOrganization, createTestUser } from '#server/members/test/organizations.ts';
import {
  memberPassword as password,
  registerOwner,
  type TestMember,
  type TestApplication,
} from '#server/test/application.ts';

/** Calls an endpoint successfully; returns the user id of the actor, `null` for a signed-out visitor. */
export type AuditedAction = () => Promise<string | null>;

export type ActionFixtures = {
  product: TestApplication;
  operator: TestMember;
  image: string;
  selectedSubscription: { subscriptionPriceId: string };
};
export type AuditedActions = Record<string, AuditedAction>;

export const accountActions = ({
  product,
  operator,
  selectedSubscription,
}: ActionFixtures): AuditedActions => {
  const { anyone } = product;
  const register = (email: string) =>
    anyone.accounts.register({
      body: {
        organization: `Organization ${randomUUID()}`,
        email,
        firstName: 'Ana',
        lastName: 'Souza',
        selectedSubscription,
      },
    });
  return {
    'accounts.register': async () => (await register(`${randomUUID()}@example.com`)).user.id,
    'accounts.verify': async () => {
      const email = `${randomUUID()}@example.com`;
      const { verifyToken: token = '' } = await register(email);
      const body = { email, token, password, passwordConfirm: password };
      return (await anyone.accounts.verify({ body })).user.id;
    },
    'accounts.login': async () => {
      const { user } = await registerOwner(product);
      await anyone.accounts.login({ body: { email: user.email, password } });
      return user.id;
    },
    'accounts.reset': async () => {
      const { email } = await createTestUser(product);
      await anyone.accounts.reset({ params: { email } });
      return null;
    },
    'accounts.logout': async () => {
      const person = await createTestUser(product);
      await person.api.accounts.logout();
      return person.id;
    },
    'accounts.impersonate': async () => {
      const { id: userId } = await createTestUser(product);
      await operator.api.accounts.impersonate({ params: { userId }, body: { reason: 'Help' } });
      return operator.user.id;
    },
  };
};

export const userActions = ({ product, operator, image }: ActionFixtures): AuditedActions => {
  const onNewUser = (action: (userId: string) => Promise<unknown>) => async () => {
    await action((await createTestUser(product)).id);
    return operator.user.id;
  };
  const byNewUser =
    (action: (person: Awaited<ReturnType<typeof createTestUser>>) => Promise<unknown>) =>
    async () => {
      const person = await createTestUser(product);
      await action(person);
      return person.id;
    };
  return {
    'users.update': byNewUser(({ id, api }) =>
      api.users.update({ params: { id }, body: { firstName: 'Rute', lastName: 'Dias' } }),
    ),
    'users.updateLocale': byNewUser(({ api }) =>
      api.users.updateLocale({ params: { locale: 'hi-IN' } }),
    ),
    'users.updateAvatar': byNewUser(({ api }) =>
      api.users.updateAvatar({ body: { avatar: image } }),
    ),
    'users.updatePassword': async () => {
      const { user, api } = await registerOwner(product);
      const passwordNew = 'quite another one';
      const body = { passwordCurrent: password, passwordNew, passwordConfirm: passwordNew };
      await api.users.updatePassword({ body });
      return user.id;
    },
    'users.updateDefaultTenant': async () => {
      const { id: tenantId, owner } = await createTestOrganization(product);
      await owner.api.users.updateDefaultTenant({ params: { userId: owner.id, tenantId } });
      return owner.id;
    },
    'users.revokeSession': async () => {
      const { user, api } = await registerOwner(product);
      await product.anyone.accounts.login({ body: { email: user.email, password } });
      const other = (await api.users.getSessions()).find(({ current }) => !current);
      await api.users.revokeSession({ params: { id: other?.id ?? '' } });
      return user.id;
    },
    'users.removeSelf': byNewUser(({ api }) => api.users.removeSelf()),
    'users.setPassword': onNewUser((userId) =>
      operator.api.users.setPassword({ params: { userId }, body: { password } }),
    ),
    'users.setPasswordInPath': onNewUser((userId) =>
      operator.api.users.setPasswordInPath({ params: { userId, password } }),
    ),
    'users.removeOfAny': onNewUser((id) => operator.api.users.removeOfAny({ params: { id } })),
  };
};

export const organizationActions = ({
  product,
  operator,
  image,
  selectedSubscription,
}: ActionFixtures): AuditedActions => {
  const settings = {
    name: '',
    subdomain: '',
    domain: '',
    appTheme: 'dark',
    appColor: 'red',
  } as const;
  return {
    'tenants.create': async () => {
      const person = await createTestUser(product);
      const body = { name: `Organization ${randomUUID()}`, selectedSubscription };
      await person.api.tenants.create({ body });
      return person.id;
    },
    'tenants.update': async () => {
      const { id, owner } = await createTestOrganization(product);
      const body = { ...settings, name: `Organization ${randomUUID()}` };
      await owner.api.tenants.update({ params: { id }, body });
      return owner.id;
    },
    'tenants.updateImage': async () => {
      const { id, owner } = await createTestOrganization(product);
      await owner.api.tenants.updateImage({ params: { id }, body: { type: 'icon', icon: image } });
      return owner.id;
    },
    'tenants.remove': async () => {
      const { id, owner } = await createTestOrganization(product);
      await owner.api.tenants.remove({ params: { id } });
      return owner.id;
    },
    'tenants.removeOfAny': async () => {
      const { id } = await createTestOrganization(product);
      await operator.api.tenants.removeOfAny({ params: { id } });
      return operator.user.id;
    },
    'members.update': async () => {
      const { owner, add } = await createTestOrganization(product);
      const { member: id } = await add(2);
      const body = { role: 3 as const, firstName: 'Rui', lastName: 'Alves' };
      await owner.api.members.update({ params: { id }, body });
      return owner.id;
    },
    'members.remove': async () => {
      const { owner, add } = await createTestOrganization(product);
      await owner.api.members.remove({ params: { id: (await add(2)).member } });
      return owner.id;
    },
    'members.removeOfAny': async () => {
      const { add } = await createTestOrganization(product);
      await operator.api.members.removeOfAny({ params: { id: (await add(2)).member } });
      return operator.user.id;
    },
  };
};

export const invitationActions = ({ product }: ActionFixtures): AuditedActions => {
  const { anyone } = product;
  const linked = async () => {
    const organization = await createTestOrganization(product);
    const { link } = await organization.owner.api.invitations.updateSettings({
      body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
    });
    return { ...organization, token: link };
  };
  const ask = (token: string) => {
    const email = `${randomUUID()}@example.com`;
    const body = { email, password, passwordConfirm: password };
    return anyone.invitations.requestAccess({ params: { token }, body });
  };
  return {
    'invitations.invite': async () => {
      const { owner } = await createTestOrganization(product);
      await owner.api.invitations.invite({ body: invitationBody() });
      return owner.id;
    },
    'invitations.resend': async () => {
      const { owner } = await createTestOrganization(product);
      const { id } = await owner.api.invitations.invite({ body: invitationBody() });
      await owner.api.invitations.resend({ params: { id } });
      return owner.id;
    },
    'invitations.askAgain': async () => {
      const { owner } = await createTestOrganization(product);
      const { token } = await createInvitation(product, owner);
      await anyone.invitations.askAgain({ params: { token } });
      return null;
    },
    'invitations.accept': async () => {
      const { owner } = await createTestOrganization(product);
      const { token, email } = await createInvitation(product, owner);
      const body = { email, password, passwordConfirm: password };
      return (await anyone.invitations.accept({ params: { token }, body })).user.id;
    },
    'invitations.updateSettings': async () => (await linked()).owner.id,
    'invitations.requestAccess': async () => (await ask((await linked()).token)).userId,
    'invitations.acceptUser': async () => {
      const { owner, token } = await linked();
      const { id } = await ask(token);
      await owner.api.invitations.acceptUser({ params: { id }, body: { accepted: true } });
      return owner.id;
    },
  };
};
