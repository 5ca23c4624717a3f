import { randomUUID } from 'node:crypto';
import type { Theme } from '#contract/themes.ts';
import {
  memberPassword,
  registerOwner,
  toTestMember,
  type TestApplication,
  type TestMember,
} from '#server/test/application.ts';

/** Public name of the main site in these tests. */
export const mainHost = 'pregao.test';

/** Organization with its own address. */
export type Addressed = TestMember & { host: string; email: string; name: string };

/** Registers an organization and gives it a subdomain. */
export const registerAddressed = async (
  product: TestApplication,
  {
    plan = 'Pro',
    theme = { theme: 'light', color: 'teal' },
  }: { plan?: string; theme?: Theme } = {},
): Promise<Addressed> => {
  const owner = await registerOwner(product, { plan });
  const subdomain = `s${randomUUID().slice(0, 8)}`;
  const { name } = await owner.api.tenants.update({
    params: { id: owner.tenant },
    body: {
      name: `Organization ${subdomain}`,
      subdomain,
      domain: '',
      appTheme: theme.theme,
      appColor: theme.color,
    },
  });
  return { ...owner, host: `${subdomain}.${mainHost}`, email: owner.user.email, name };
};

/** Signs in at a host. */
export const signInAt = async (product: TestApplication, host: string, email: string) => {
  const session = await product
    .callerOf({ host })
    .accounts.login({ body: { email, password: memberPassword } });
  const headers = { ...toTestMember(product, session).headers, host };
  return { ...session, headers, api: product.callerOf(headers) };
};
