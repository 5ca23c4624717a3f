import type { ReactNode } from 'react';
import { PageTitle } from '#web/components/page-title.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';

type Props = {
  title: string;
  text?: ReactNode;
  /**
   * Referrer policy. Google's button needs `strict-origin`, because Google checks the site that
   * embeds it.
   */
  referrer?: 'no-referrer' | 'strict-origin';
  /** Links below the form. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Renders one account form with its title and the links below it. */
export function AccountPanel({ footer, children, ...head }: Props) {
  return (
    <div className="w-full max-w-md">
      <AccountHead {...head} />
      <div className="mt-6 rounded-xl border border-line bg-surface p-6 shadow-md sm:p-8">
        {children}
      </div>
      {footer && <p className="mt-6 text-center text-sm text-muted">{footer}</p>}
    </div>
  );
}

type HeadProps = Pick<Props, 'title' | 'text' | 'referrer'>;

/**
 * Renders the head of an account page. Sends no referrer by default, because the address may hold a
 * token.
 */
export function AccountHead({ title, text, referrer = 'no-referrer' }: HeadProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <meta name="referrer" content={referrer} />
      <meta name="robots" content="noindex" />
      <h1 className="text-title font-semibold">{title}</h1>
      {text && <p className="mt-2 text-pretty text-muted">{text}</p>}
      <noscript>
        <Banner tone="warning" className="mt-4">
          {t('account.needsScript')}
        </Banner>
      </noscript>
    </>
  );
}

export const textLinkClass = 'font-semibold text-accent-ink underline-offset-4 hover:underline';

const focus = (element: HTMLElement | null) => element?.focus();

/** Replaces a completed form and takes the focus, so that screen readers announce the result. */
export function FormSuccess({ title, text, children }: Omit<Props, 'footer'>) {
  return (
    <div ref={focus} tabIndex={-1} className="w-full max-w-md text-center outline-none">
      <AccountHead title={title} text={text} />
      <div className="mt-8">{children}</div>
    </div>
  );
}

/** Names the texts that a person accepts by the button above (R-LEG-03); they open in a new tab. */
export function LegalNotice() {
  const { t } = useTranslation();
  const gap = '|';
  const [before, between, after] = t('account.legal.notice', { terms: gap, privacy: gap }).split(
    gap,
  );
  return (
    <p className="text-sm text-pretty text-muted">
      {before}
      <LegalLink to="/terms">{t('account.legal.terms')}</LegalLink>
      {between}
      <LegalLink to="/privacy">{t('account.legal.privacy')}</LegalLink>
      {after}
    </p>
  );
}

/** Links to a legal text in a new tab, so that a form keeps its input. */
export function LegalLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener" className={textLinkClass}>
      {children}
    </a>
  );
}
