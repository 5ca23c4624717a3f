import { QueryClientProvider } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { queryClient } from '#web/api/queries.ts';
import { BrandLink } from '#web/components/brand.tsx';
import { LanguageMenu } from '#web/components/language-menu.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { LinkTabs } from '#web/ui/tabs.tsx';

type Props = {
  title: string;
  text: string;
  /** Wider layout for tables. */
  wide?: boolean;
  children: ReactNode;
};

/** Renders a page of the local stand-ins, with links to the others (R-GEN-01). */
export function SandboxFrame({ title, text, wide = false, children }: Props) {
  const { t } = useTranslation();
  const width = clsx('mx-auto w-full px-5', wide ? 'max-w-6xl' : 'max-w-3xl');
  return (
    <QueryClientProvider client={queryClient}>
      <header className={clsx(width, 'flex items-center justify-between gap-4 pt-4')}>
        <BrandLink to="/" />
        <LanguageMenu />
      </header>
      <main className={clsx(width, 'flex flex-col gap-6 pt-6 pb-16')}>
        <PageTitle>{title}</PageTitle>
        <PageHeader title={title} description={text} />
        <LinkTabs label={t('sandbox.nav.label')}>
          <NavLink to="/sandbox/mail">{t('sandbox.nav.mail')}</NavLink>
          <NavLink to="/sandbox/payments">{t('sandbox.nav.payments')}</NavLink>
        </LinkTabs>
        {children}
      </main>
    </QueryClientProvider>
  );
}
