import { Failure } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { hashPassword } from './password.ts';

/** New password, the form field it comes from, and the texts it must not consist of. */
interface NewPasswordInput {
  password: string;
  field?: 'password' | 'passwordNew';
  email: string;
  organization?: string;
}

const productNames = ['pregão'];

let commonPasswordSet: Promise<Set<string>> | undefined;
const loadCommonPasswords = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8));
};

/** Returns the letters alone, lower-cased and without accents: `Mesa-2026!` and `mésa` are equal. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

/**
 * Returns true for one of the 18,000 most common passwords, the email itself, or only the name of the
 * product, the organization or the mailbox surrounded by digits and signs (R-ACC-16).
 */
export const isGuessablePassword = async ({
  password,
  email,
  organization = '',
}: NewPasswordInput) => {
  commonPasswordSet ??= loadCommonPasswords();
  const mailbox = email.split('@')[0] ?? '';
  const word = lettersOf(password);
  return (
    (await commonPasswordSet).has(password.toLowerCase()) ||
    password.toLowerCase() === email.toLowerCase() ||
    (word !== '' && [...productNames, organization, mailbox].map(lettersOf).includes(word))
  );
};

/** Hashes a new password; rejects one that is easy to guess with a validation error at its field. */
export async function hashNewPassword(
  config: Pick<Config, 'passwordCost'>,
  input: NewPasswordInput,
): Promise<string> {
  const { password, field = 'password' } = input;
  if (await isGuessablePassword(input)) {
    throw new Failure('validation', { fields: { [field]: ['account.passwordGuessable'] } });
  }
  return hashPassword(config, password);
}
