import type { FieldValues, Resolver } from 'react-hook-form';
import { errorsOf } from '#web/components/form-failures.ts';
import type { schemas } from './schemas.ts';

// The forms of the app tell refusals the same way.
export { isErrorCode, showFailure, useFieldError } from '#web/components/form-failures.ts';

/** Checks a form with the schema of its call. Schemas load with the first thing that is typed. */
export const resolverOf =
  <T extends FieldValues>(name: keyof typeof schemas): Resolver<T> =>
  async (values) => {
    const { schemas } = await import('./schemas.ts');
    const checked = schemas[name].safeParse(values);
    if (checked.success) return { values, errors: {} };
    return { values: {}, errors: errorsOf<T>(checked.error) };
  };
