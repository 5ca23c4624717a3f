import { useMutation } from '@tanstack/react-query';
import { Role, transactionsTier } from '#contract/access.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { missingRequirements } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { addSampleData } from './samples.ts';

/** Adds the sample data. Renders nothing for those who can't. */
export function SampleButton() {
  const { t } = useTranslation();
  const session = useSession();
  const readOnly = useReadOnly();
  const { mutate, isPending } = useMutation({ mutationFn: () => addSampleData(t) });
  const missing = missingRequirements(session, { tier: transactionsTier, role: Role.Member });
  if (readOnly || Object.keys(missing).length > 0) return null;
  return (
    <Button variant="white" loading={isPending} onClick={() => mutate()}>
      {t('onboarding.samples.add')}
    </Button>
  );
}
