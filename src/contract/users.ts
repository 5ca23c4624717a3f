import { z } from 'zod';
import { role, signedIn } from './access.ts';
import { subject } from './endpoint.ts';
import { id, text } from './shapes.ts';
import { memberStatus, tenantSummary } from './tenants.ts';

export const LoginType = { Password: 0, Gmail: 1 } as const;
export type LoginType = (typeof LoginType)[keyof typeof LoginType];
export const loginType = z.literal([0, 1]);

/** A person; no password, token or hash is ever part of it. */
export const user = z.object({
  id,
  username: z.string(),
  email: z.string(),
  firstName: text(100),
  lastName: text(100),
  phone: text(50),
  avatar: z.string(),
  type: z.literal([0, 1]),
  loginType,
  active: z.boolean(),
  defaultTenant: id.nullable(),
  tenants: z.array(z.object({ tenant: tenantSummary, role, status: memberStatus })),
  currentTenant: tenantSummary.nullable(),
});
export type User = z.infer<typeof user>;

/** The answer of everything that signs in. */
export const loggedIn = z.object({ user, token: z.string() });
export type LoggedIn = z.infer<typeof loggedIn>;

export const users = subject('User', {
  getCurrent: {
    method: 'GET',
    path: '/User/GetCurrent',
    summary: 'The signed-in person with their organizations',
    access: signedIn,
    reply: user,
  },
});
