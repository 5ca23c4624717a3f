import { Webhook } from 'lucide-react';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';

/** Opens the dialog of a new endpoint, while changes are allowed to the person. */
export function AddButton({ disabled, onOpen }: { disabled: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const readOnly = useReadOnly();
  return (
    <Button
      disabled={disabled || readOnly !== null || user.impersonatedBy !== null}
      onClick={onOpen}
    >
      <Webhook aria-hidden className="size-4" />
      {t('provisioning.webhooks.create')}
    </Button>
  );
}
