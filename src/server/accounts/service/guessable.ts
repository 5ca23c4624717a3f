import { Failure } from '#contract/errors.ts';
import { hashPassword } from './password.ts';

/** A password that is being chosen: in which field, and what is known of whoever chooses it. */
interface Choice {
  password: string;
  field?: 'password' | 'passwordNew';
  email: string;
  organization?: string;
}

const product = ['pregão'];

let common: Promise<Set<string>> | undefined;
const commonPasswords = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8));
};

/** Letters alone, without accents: `Mesa-2026!` and `mésa` are one word. */
const wordOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

/**
 * Whether others would try it first: one of the 18,000 most common passwords, or nothing but the name
 * of the product, the organization or the mailbox with digits and signs about it.
 */
export const isGuessable = async ({ password, email, organization = '' }: Choice) => {
  common ??= commonPasswords();
  const mailbox = email.split('@')[0] ?? '';
  const word = wordOf(password);
  return (
    (await common).has(password.toLowerCase()) ||
    password.toLowerCase() === email.toLowerCase() ||
    (word !== '' && [...product, organization, mailbox].map(wordOf).includes(word))
  );
};

/** The hash of a password that somebody chooses; refuses, at its field, what is easy to guess. */
export async function hashChosen(choice: Choice): Promise<string> {
  const { password, field = 'password' } = choice;
  if (await isGuessable(choice)) {
    throw new Failure('validation', { fields: { [field]: ['account.passwordGuessable'] } });
  }
  return hashPassword(password);
}
