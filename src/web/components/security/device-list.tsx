import { MonitorCheck } from 'lucide-react';
import type { SignInSecurity } from '#contract/factors/shapes.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { SecurityRow } from './security-row.tsx';
import { useBrowser } from './use-browser.ts';
import { useFactorChange } from './use-factor-change.ts';

type Device = SignInSecurity['devices'][number];

/** Lists the devices that are not asked for the second factor; each can be forgotten (R-MFA-05). */
export function DeviceList({ devices }: { devices: Device[] }) {
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
