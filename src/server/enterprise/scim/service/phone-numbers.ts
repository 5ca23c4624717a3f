import type { Json } from '#server/platform/database/tables.ts';

/** Phone number of a user as a directory sends it. */
export type PhoneNumber = { value: string; type?: string; primary?: boolean };

/** Returns the number that the app shows: the primary one, else that of work, else the first. */
const shownNumber = (numbers: readonly PhoneNumber[]) =>
  numbers.find(({ primary }) => primary) ??
  numbers.find(({ type }) => type?.toLowerCase() === 'work') ??
  numbers[0];

/** Returns a number that is known from the app alone. */
const ofApp = (phone: string): PhoneNumber[] => (phone ? [{ value: phone, type: 'work' }] : []);

/** Returns the numbers of a member; the one that the app shows may have been changed there. */
export function phoneNumbersOf(stored: Json | null, phone: string): PhoneNumber[] {
  // In the order of keys that a request is read with: PostgreSQL has another one.
  const numbers = ((stored ?? []) as PhoneNumber[]).map(
    ({ value, type, primary }): PhoneNumber => ({
      value,
      ...(type && { type }),
      ...(primary !== undefined && { primary }),
    }),
  );
  const shown = shownNumber(numbers);
  if (!shown) return ofApp(phone);
  const changed = phone ? [{ ...shown, value: phone }] : [];
  return numbers.flatMap((number) => (number === shown ? changed : [number]));
}

/** Returns the columns that keep these numbers: the one of the app, and the list if it tells more. */
export function phoneColumns(numbers: readonly PhoneNumber[]) {
  const phone = shownNumber(numbers)?.value ?? '';
  const list = JSON.stringify(numbers);
  return { phone, phone_numbers: list === JSON.stringify(ofApp(phone)) ? null : list };
}
