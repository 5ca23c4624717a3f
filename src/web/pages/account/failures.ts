import type { FieldValues, Resolver } from 'react-hook-form';
import { errorsOf } from '#web/components/form-failures.ts';
import type { schemas } from './schemas.ts';

// Re-exported: forms of the app show refusals the same way.
export { isErrorCode, showFailure, useFieldError } from '#web/components/form-failures.ts';

/**
 * Returns a resolver that validates a form with the schema of its call. The schemas are loaded on
 * the first validation, to keep them out of the page's initial bundle.
 */
export const resolverOf =
  <T extends FieldValues>(name: keyof typeof schemas): Resolver<T> =>
  async (values) => {
    const { schemas } = await import('./schemas.ts');
    const checked = schemas[name].safeParse(values);
    if (checked.success) return { values, errors: {} };
    return { values: {}, errors: errorsOf<T>(checked.error) };
  };
