import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { BrandLink } from '#web/components/brand.tsx';
import { LanguageMenu } from '#web/components/language-menu.tsx';
import { useAddressOrganization } from '#web/session/address.ts';

/** Addresses of these pages may contain a token, which must not leak as the referrer. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' });

/** Renders the layout of a single form: registration, sign-in, choosing a password. */
export default function AccountLayout() {
  const organization = useAddressOrganization();
  useEffect(storeCampaign, []);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between gap-4 px-5 py-4 sm:px-8">
        {organization ? <span /> : <BrandLink to="/" />}
        <LanguageMenu />
      </header>
      {/* Below the header, not centered: a message that appears must not move the form upwards. */}
      <main className="flex flex-1 flex-col items-center px-5 pt-4 pb-16 sm:pt-[min(10dvh,6rem)]">
        <Outlet />
      </main>
    </div>
  );
}

/** Stores a campaign that leads to one of these pages, which is rare (R-UTM-01). */
function storeCampaign() {
  if (!location.search.includes('utm_')) return;
  void import('#web/components/campaign/carried-query.ts').then(
    ({ currentCampaign }) => currentCampaign(),
    () => undefined,
  );
}
