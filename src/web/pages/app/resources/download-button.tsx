import { Clock, Download, Lock } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { highestRoleOf, Role, roleAllows } from '#contract/access.ts';
import type { Resource } from '#contract/resources.ts';
import { roleName } from '#web/components/role-name.ts';
import { useDownload } from '#web/components/use-download.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

/** Downloads the file, or explains which plan or role is missing (R-RES-03). */
export function DownloadButton({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const download = useDownload();
  const refuse = useRefusal(resource);
  const isLocked = resource.needsUpgrade || resource.needsPermission;
  const take = async () => {
    setBusy(true);
    await (isLocked ? refuse() : download(resource)).finally(() => setBusy(false));
  };
  const isAwaited = !isLocked && !resource.hasFile;
  const Icon = isLocked ? Lock : isAwaited ? Clock : Download;
  const action = isAwaited ? t('resources.comingSoon') : t('resources.download');
  return (
    <Button
      variant={isAwaited ? 'secondary' : 'white'}
      size="sm"
      loading={busy && !isLocked}
      aria-label={isAwaited ? `${action}: ${resource.title}` : t('resources.downloadOf', resource)}
      onClick={() => void take()}
    >
      <Icon aria-hidden className="size-4" />
      {action}
    </Button>
  );
}

/** Returns a function that explains what is missing. Owners and admins are offered the upgrade. */
function useRefusal({ needsUpgrade, minimumTierProduct, roles }: Resource) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const { role, tenant } = useSession();
  const upgrade = async () => {
    const title = t('errors.resources.needsUpgrade');
    const product = minimumTierProduct?.title;
    const comesWith = product && t('resources.comesWith', { product });
    if (!roleAllows(role, Role.Admin)) {
      const ask = t('app.askAdmin', { organization: tenant.name });
      return dialogs.error({ title, text: [comesWith, ask].filter(Boolean).join(' ') });
    }
    const yes = t('common.action.upgrade');
    const no = t('common.action.close');
    if (await dialogs.confirm({ title, text: comesWith, yes, no })) {
      await navigate('/app/settings/organization/subscription');
    }
  };
  const permission = () => {
    const required = highestRoleOf(roles) ?? Role.Guest;
    const allowed = Object.values(Role).filter((each) => roleAllows(each, required));
    return dialogs.error({
      title: t('errors.resources.needsPermission'),
      text: t('resources.isFor', {
        roles: allowed.map((each) => roleName(t, each)).join(', '),
      }),
    });
  };
  return needsUpgrade ? upgrade : permission;
}
