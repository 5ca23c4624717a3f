import type { ReactNode } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { isErrorCode, useFieldError } from './form-resolver.ts';

type Props = {
  errors: FieldErrors;
  /** Short statement of what failed. */
  title: string;
  /** Next steps by error code. */
  next?: Record<string, ReactNode>;
};

/** Renders a refusal that concerns the whole form: what failed, why, and what to do next. */
export function FormFailure({ errors, title, next = {} }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const refusal = errors.root?.['server'];
  const code = refusal?.type;
  return (
    <div role="alert" className="empty:hidden">
      {isErrorCode(code) && (
        <Banner
          tone="danger"
          title={
            <>
              <span className="sr-only">{t('common.kit.error')}: </span>
              {title}
            </>
          }
        >
          <p>{errorText(refusal)}</p>
          {next[code] && <p className="mt-1">{next[code]}</p>}
        </Banner>
      )}
    </div>
  );
}
