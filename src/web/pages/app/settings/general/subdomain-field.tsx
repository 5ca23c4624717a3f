import type { UseFormRegisterReturn } from 'react-hook-form';
import { useOrigin } from '#web/components/seo/use-origin.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { TextField } from '#web/ui/text-field.tsx';

/** Renders the subdomain, which the operator's organization can't change. */
export function SubdomainField(props: UseFormRegisterReturn & { error?: string | undefined }) {
  const { t } = useTranslation();
  const host = URL.parse(useOrigin())?.host ?? '';
  const { isOperators } = useSession();
  return (
    <TextField
      {...props}
      label={t('settings.organization.details.subdomain')}
      hint={
        isOperators
          ? t('settings.organization.details.subdomainFixed')
          : t('settings.organization.details.subdomainHint', { host })
      }
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      readOnly={isOperators}
      optional
    />
  );
}
