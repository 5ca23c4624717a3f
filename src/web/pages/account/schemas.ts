import { z } from 'zod';
import { email, newPassword, password, requiredText } from '#contract/shapes.ts';

/** A new password, typed twice. */
const chosen = z.object({ password: newPassword, passwordConfirm: password });
const isSame = (given: z.output<typeof chosen>) => given.password === given.passwordConfirm;
const mismatch = { path: ['passwordConfirm'], error: 'account.passwordMismatch' };

/** What the forms of the account pages ask for; their calls take more, from other ways to sign in. */
export const schemas = {
  login: z.object({ email, password }),
  register: z.object({
    organization: requiredText(200),
    email,
    firstName: requiredText(100),
    lastName: requiredText(100),
  }),
  verify: chosen.refine(isSame, mismatch),
  forgot: z.object({ email }),
  /** Somebody whose address is known proves to be them. */
  current: z.object({ password }),
  request: chosen.extend({ email }).refine(isSame, mismatch),
};
