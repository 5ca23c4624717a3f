import type { InputValues } from '#web/api/kept-input.ts';

const plain = (value: unknown) => (value === '' || value === undefined ? null : value);

/** Returns true if two values of a field are the same to the user: empty ones are. */
export const isSameValue = (one: unknown, other: unknown) =>
  one === other || (!isFile(one) && JSON.stringify(plain(one)) === JSON.stringify(plain(other)));

const isFile = (value: unknown) => value instanceof Blob;

/** Returns the fields whose values differ from the initial ones. */
export const changedValues = (values: InputValues, initial: InputValues): InputValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSameValue(value, initial[name])),
  );
