import type { z } from 'zod';
import { accounts } from '#contract/accounts.ts';
import { password } from '#contract/shapes.ts';

const { login, register, verify } = accounts.endpoints;

/** What the forms of the account pages ask for, as their calls take it. */
export const schemas = {
  login: login.body.pick({ email: true }).extend({ password }),
  register: register.body.pick({
    organization: true,
    email: true,
    firstName: true,
    lastName: true,
  }),
  verify: verify.body
    .pick({ password: true })
    .extend({ passwordConfirm: password })
    .refine((given) => given.password === given.passwordConfirm, {
      path: ['passwordConfirm'],
      error: 'account.passwordMismatch',
    }),
} satisfies Record<string, z.ZodType>;
