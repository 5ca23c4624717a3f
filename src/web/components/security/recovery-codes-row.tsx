import { KeySquare } from 'lucide-react';
import { api } from '#web/api/api.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SecurityRow } from './security-row.tsx';
import { useFactorChange } from './use-factor-change.ts';
import { useShowRecoveryCodes } from './use-show-recovery-codes.tsx';

/** Number of codes from which new ones are advised. */
const few = 3;

/** Shows how many recovery codes are left, and replaces them. */
export function RecoveryCodesRow({ left }: { left: number }) {
  const { t } = useTranslation();
  const showCodes = useShowRecoveryCodes();
  const replace = useFactorChange({
    change: () => api.factors.replaceRecoveryCodes(),
    question: {
      title: t('security.codes.replaceTitle'),
      text: t('security.codes.replaceText'),
      yes: t('security.codes.replace'),
    },
    onSuccess: ({ recoveryCodes }) => showCodes(recoveryCodes),
  });
  return (
    <SecurityRow
      icon={KeySquare}
      title={
        <>
          {t('security.codes.title')}
          {left <= few && <Badge tone="warning">{t('security.codes.few')}</Badge>}
        </>
      }
      text={t('security.codes.left', { count: left })}
    >
      <Button variant="white" size="sm" loading={replace.isPending} onClick={replace.start}>
        {t('security.codes.replace')}
      </Button>
    </SecurityRow>
  );
}
