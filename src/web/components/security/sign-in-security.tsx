import { useQuery } from '@tanstack/react-query';
import { UsersRound, KeySquare, MonitorCheck } from 'lucide-react';
import { Link } from 'react-router';
import { Role } from '#contract/access.ts';
import type { SignInSecurity } from '#contract/factors/shapes.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass, Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { factorsQuery } from './factors-query.ts';
import { PasskeyList } from './passkey-list.tsx';
import { SecurityRow } from './security-row.tsx';
import { TotpRow } from './totp-row.tsx';
import { useBrowser } from './use-browser.ts';
import { useFactorChange } from './use-factor-change.ts';
import { useShowRecoveryCodes } from './use-show-recovery-codes.tsx';

/** Lists the ways in which the person signs in beside the password (R-MFA-06). */
export function SignInSecurityCard() {
  const { t } = useTranslation();
  const { data, error } = useQuery(factorsQuery);
  if (error && !data) throw error;
  if (!data) {
    return (
      <Card>
        <Skeleton className="h-24" />
      </Card>
    );
  }
  const isEnrolled = data.totpSince !== null || data.passkeys.length > 0;
  return (
    <Card>
      <div className="-my-4 divide-y divide-line">
        <TotpRow since={data.totpSince} />
        {data.supportsPasskeys && <PasskeyList passkeys={data.passkeys} />}
        {isEnrolled && <RecoveryCodesRow left={data.recoveryCodes} />}
        {data.devices.length > 0 && <DeviceList devices={data.devices} />}
        {!isEnrolled && <p className="py-4 text-sm text-muted">{t('security.advice')}</p>}
        <MembersRow />
      </div>
    </Card>
  );
}

/** Leads owners to the policies, which plans without single sign-on don't have in their menu. */
function MembersRow() {
  const { t } = useTranslation();
  const { role } = useSession();
  if (role !== Role.Owner) return null;
  return (
    <SecurityRow
      icon={UsersRound}
      title={t('security.rules.title')}
      text={t('security.rules.text')}
    >
      <Link to="/app/settings/organization/security" className={buttonClass('secondary', 'sm')}>
        {t('security.rules.edit')}
      </Link>
    </SecurityRow>
  );
}

/** Number of codes from which new ones are advised. */
const few = 3;

/** Shows how many recovery codes are left, and replaces them. */
function RecoveryCodesRow({ left }: { left: number }) {
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

type Device = SignInSecurity['devices'][number];

/** Lists the devices that are not asked for the second factor; each can be forgotten (R-MFA-05). */
function DeviceList({ devices }: { devices: Device[] }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('security.devices.title')} className="py-4">
      <h3 className="text-sm font-medium">{t('security.devices.title')}</h3>
      <p className="text-sm text-muted">{t('security.devices.text')}</p>
      <ul role="list" className="-mb-4">
        {devices.map((device) => (
          <li key={device.id}>
            <DeviceRow device={device} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const { t } = useTranslation();
  const { name: browser } = useBrowser(device.userAgent);
  const forget = useFactorChange({
    change: () => api.factors.removeDevice({ params: { id: device.id } }),
    done: t('security.devices.forgotten'),
  });
  return (
    <SecurityRow
      icon={MonitorCheck}
      title={browser}
      text={
        <>
          {t('security.lastUsed')} <DateTime at={device.lastUsedAt} />
        </>
      }
    >
      <Button
        variant="white"
        size="sm"
        aria-label={t('security.devices.forgetNamed', { browser })}
        loading={forget.isPending}
        onClick={forget.start}
      >
        {t('security.devices.forget')}
      </Button>
    </SecurityRow>
  );
}
