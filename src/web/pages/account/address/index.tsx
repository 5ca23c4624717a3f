import { data } from 'react-router';
import { BrandLogo } from '#web/components/brand.tsx';
import { useOrigin } from '#web/components/seo/use-origin.ts';
import { AccountHead } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';

export const loader = () => data(null, { status: 404 });

/** Works without React: the server shows it for every path of a host that is no site. */
export const handle = { static: 'without script' };

/** Says that there is no site at this address, and leads to the main one (R-ADR-02). */
export default function UnknownAddressPage() {
  const { t } = useTranslation();
  const origin = useOrigin();
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 px-5 py-16">
      <BrandLogo className="size-10" />
      <div>
        <AccountHead title={t('account.address.title')} text={t('account.address.text')} />
      </div>
      <p className="text-sm text-pretty text-muted">{t('account.address.owner')}</p>
      <a href={`${origin}/`} className={`${buttonClass('primary')} self-start`}>
        {t('account.address.open')}
      </a>
    </main>
  );
}
