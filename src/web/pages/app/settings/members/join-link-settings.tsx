import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { JoinLinkAddress } from './join-link-address.tsx';
import { useInviteSettings } from './use-invite-settings.ts';

/** Renders the settings of the join link, for owners and admins (R-MEM-10). */
export function JoinLinkSettings({ isFull }: { isFull: boolean }) {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const { settings, change } = useInviteSettings();
  const readOnly = useReadOnly();
  return (
    <Card title={t('members.link.title')} description={t('members.link.text')}>
      {settings ? (
        <fieldset disabled={readOnly !== null} className="flex flex-col gap-5">
          <Switch
            label={t('members.link.enable')}
            hint={t('members.link.enableHint', { organization: tenant.name })}
            checked={settings.linkActive}
            onChange={({ target }) => change({ linkActive: target.checked })}
          />
          {settings.linkActive && (
            <>
              <JoinLinkAddress
                address={`${window.location.origin}/invite/${settings.link}`}
                isFull={isFull}
                onReset={() => change({ reset: true })}
              />
              <Switch
                label={t('members.link.acceptance')}
                hint={t('members.link.acceptanceHint')}
                checked={settings.requireAcceptance}
                onChange={({ target }) => change({ requireAcceptance: target.checked })}
              />
              <Switch
                label={t('members.link.publicUrl')}
                hint={t('members.link.publicUrlHint')}
                checked={settings.publicUrl}
                onChange={({ target }) => change({ publicUrl: target.checked })}
              />
            </>
          )}
        </fieldset>
      ) : (
        <Skeleton className="h-11 max-w-md" />
      )}
    </Card>
  );
}
