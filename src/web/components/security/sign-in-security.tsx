import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DeviceList } from './device-list.tsx';
import { factorsQuery } from './factors-query.ts';
import { MembersRow } from './members-row.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RecoveryCodesRow } from './recovery-codes-row.tsx';
import { TotpRow } from './totp-row.tsx';

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
