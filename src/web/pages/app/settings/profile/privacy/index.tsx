import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { UserType } from '#contract/access.ts';
import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { DangerCard } from '#web/components/danger-card.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { SettingsSection } from '#web/components/settings-section.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ConfirmAccountDeletion } from './confirm-deletion.tsx';

export const handle: RouteHandle = { title: 'settings.profile.privacy.title' };

/** Renders what the person may do with everything stored about them: take it along, and delete it. */
export default function Privacy() {
  const { textsOf } = useTranslation();
  const { user } = useSession();
  const { title, text } = textsOf('settings.profile.privacy');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} description={text} />
      {!user.impersonatedBy && (
        <SettingsSection id="data" {...textsOf('settings.profile.data')}>
          <DataExport />
        </SettingsSection>
      )}
      {user.type !== UserType.Admin && (
        <SettingsSection id="danger" {...textsOf('settings.profile.danger')}>
          <DeleteAccount user={user} />
        </SettingsSection>
      )}
    </>
  );
}

/** Opens the confirmation that deletes the account and the organizations that it alone owns. */
function DeleteAccount({ user }: { user: User }) {
  const { t } = useTranslation();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <DangerCard
        hint={t('settings.profile.danger.hint')}
        label={t('settings.profile.danger.submit')}
        onPress={() => setIsAsked(true)}
      />
      {isAsked && <ConfirmAccountDeletion user={user} onClose={() => setIsAsked(false)} />}
    </>
  );
}

/** Downloads everything that is stored about the person (R-DAT-05). */
function DataExport() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const download = useMutation({
    mutationFn: async () => saveFile(await api.users.exportData(), 'personal-data.json'),
    onError: (error) =>
      void dialogs.error({
        title: t('settings.profile.data.failed'),
        text: failureText(t, error) ?? t('errors.internal'),
      }),
  });
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p className="min-w-0 flex-1 basis-60 text-sm text-pretty text-muted">
          {t('settings.profile.data.hint')}
        </p>
        <Button variant="white" loading={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden className="size-4" />
          {t('settings.profile.data.submit')}
        </Button>
      </div>
    </Card>
  );
}
