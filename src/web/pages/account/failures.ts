import type { FieldError, FieldValues, Path, Resolver, UseFormSetError } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { errorStatus, Failure, type ErrorCode } from '#contract/errors.ts';
import type { schemas } from './schemas.ts';

export const isErrorCode = (type: unknown): type is ErrorCode =>
  typeof type === 'string' && type in errorStatus;

/** Says at a field why its value is refused; the type of an error is its code. */
export const useFieldError = () => {
  const { t } = useTranslation();
  return (error: FieldError | undefined) =>
    isErrorCode(error?.type) ? t(`errors.${error.type}`) : undefined;
};

/** Checks a form with the schema of its call. Schemas load with the first thing that is typed. */
export const resolverOf =
  <T extends FieldValues>(name: keyof typeof schemas): Resolver<T> =>
  async (values) => {
    const { schemas } = await import('./schemas.ts');
    const checked = schemas[name].safeParse(values);
    if (checked.success) return { values, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of checked.error.issues) {
      errors[path.join('.')] ??= { type: message };
    }
    return { values: {}, errors: errors as never };
  };

type Form<T extends FieldValues> = {
  setError: UseFormSetError<T>;
  /** Which field tells a refused part of the body, or a refusal that is about one field alone. */
  fieldOf: (name: string) => Path<T> | undefined;
};

/** Shows the server's refusal: at the fields it is about, otherwise at the foot of the form. */
export const showFailure = <T extends FieldValues>(
  error: unknown,
  { setError, fieldOf }: Form<T>,
) => {
  const { code, fields } = error instanceof Failure ? error : new Failure('internal');
  const refused = [...Object.entries(fields), [code, [code]] as const].flatMap(([name, [type]]) => {
    const field = fieldOf(name);
    return field && type ? [{ field, type }] : [];
  });
  for (const [index, { field, type }] of refused.entries()) {
    setError(field, { type }, { shouldFocus: index === 0 });
  }
  if (refused.length === 0) setError('root.server', { type: code });
};
