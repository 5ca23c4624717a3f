import { randomInt } from 'node:crypto';

/** Name that authenticator apps and passkey dialogs show. */
export const productName = 'Pregão';

/** Letters and digits that can't be mistaken for one another: 31 of them, five bits less a little. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 10;

/** Returns a recovery code without its hyphen: ten characters, 49 bits. */
export const newRecoveryCode = () =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Returns a recovery code as it is shown: `abcde-fghjk`. */
export const formatRecoveryCode = (code: string) =>
  `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;

/** Returns a typed code without what people add to read it: spaces, hyphens, capital letters. */
export const normalizeCode = (typed: string) => typed.replaceAll(/[\s-]/g, '').toLowerCase();
