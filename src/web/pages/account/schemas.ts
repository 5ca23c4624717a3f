import { z } from 'zod';
import {
  boundedText,
  email,
  newPassword,
  password,
  requiredName,
  requiredText,
} from '#contract/shapes.ts';

/** New password with its repetition. */
const chosenPassword = z.object({ password: newPassword, passwordConfirm: password });
const isSame = (given: z.output<typeof chosenPassword>) => given.password === given.passwordConfirm;
const mismatch = { path: ['passwordConfirm'], error: 'account.passwordMismatch' };

/** Schemas of the account forms. Their calls accept more fields, for other ways to sign in. */
export const accountSchemas = {
  login: z.object({ email, password }),
  register: z.object({
    organization: requiredText(200),
    email,
    firstName: requiredText(100),
    lastName: requiredText(100),
  }),
  verify: chosenPassword.refine(isSame, mismatch),
  operator: chosenPassword
    .extend({ firstName: requiredText(100), lastName: boundedText(100) })
    .refine(isSame, mismatch),
  forgot: z.object({ email }),
  /** Password of an existing account, as proof of the address. */
  current: z.object({ password }),
  request: chosenPassword
    .extend({ email, firstName: requiredName(100), lastName: requiredName(100) })
    .refine(isSame, mismatch),
};
