import { z } from 'zod';
import { email, newPassword, password, requiredText } from '#contract/shapes.ts';

/** What the forms of the account pages ask for; their calls take more, from other ways to sign in. */
export const schemas = {
  login: z.object({ email, password }),
  register: z.object({
    organization: requiredText(200),
    email,
    firstName: requiredText(100),
    lastName: requiredText(100),
  }),
  verify: z
    .object({ password: newPassword, passwordConfirm: password })
    .refine((given) => given.password === given.passwordConfirm, {
      path: ['passwordConfirm'],
      error: 'account.passwordMismatch',
    }),
};
