import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { tierAllows, transactionsTier } from '#contract/access.ts';
import { archiveDays } from '#contract/archives/archive-days.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { ExportButton } from '#web/components/lists/export-button.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshArchives } from './queries.ts';

/** Renders the button that starts an export (R-ARC-01), and one for transactions that the plan doesn't show. */
export function ExportCard({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const { tier } = useSession();
  const create = useMutation({
    mutationFn: () => api.archives.create(),
    onSuccess: () => void toast({ tone: 'success', title: t('provisioning.archives.started') }),
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
    onSettled: refreshArchives,
  });
  return (
    <Card
      title={t('provisioning.archives.exportTitle')}
      description={t('provisioning.archives.exportText', { days: archiveDays })}
    >
      <div className="flex flex-wrap gap-2">
        <Button loading={create.isPending} disabled={disabled} onClick={() => create.mutate()}>
          <Download aria-hidden className="size-4" />
          {t('provisioning.archives.export')}
        </Button>
        {!tierAllows(tier, transactionsTier) && (
          <ExportButton
            label={t('provisioning.archives.exportCsv')}
            file="transactions"
            load={(language) => api.transactions.exportCsv({ query: { language } })}
          />
        )}
      </div>
    </Card>
  );
}
