import type { FieldValues, Resolver } from 'react-hook-form';
import { zodFieldErrors } from '#web/components/forms/form-failures.ts';
import type { accountSchemas } from './schemas.ts';

// Re-exported: forms of the app show refusals the same way.
export { isErrorCode, setFormFailure, useFieldError } from '#web/components/forms/form-failures.ts';

/**
 * Returns a resolver that validates a form with the schema of its call. The schemas are loaded on
 * the first validation, to keep them out of the page's initial bundle.
 */
export const formResolver =
  <T extends FieldValues>(name: keyof typeof accountSchemas): Resolver<T> =>
  async (values) => {
    // Without the schemas (offline) the server alone validates.
    const loaded = await import('./schemas.ts').catch(() => null);
    const checked = loaded?.accountSchemas[name].safeParse(values);
    if (!checked || checked.success) return { values, errors: {} };
    return { values: {}, errors: zodFieldErrors<T>(checked.error) };
  };
