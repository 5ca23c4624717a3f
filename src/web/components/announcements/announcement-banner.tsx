import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AnnouncementRecord, AnnouncementText } from '#contract/announcements.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';

type Props = {
  severity: AnnouncementRecord['severity'];
  text: AnnouncementText;
  /** Language of the text. */
  language: string;
  /** Button that dismisses it. */
  action?: ReactNode;
};

/** Renders an announcement as plain text with its link; line breaks are kept. */
export function AnnouncementBanner({ severity, text, language, action }: Props) {
  const { t } = useTranslation();
  return (
    <Banner
      tone={severity === 'warning' ? 'warning' : 'info'}
      action={action}
      className="items-start!"
    >
      <div lang={language} className="wrap-anywhere">
        <p className="font-semibold">{text.title}</p>
        <p className="whitespace-pre-line">{text.text}</p>
      </div>
      {text.link && (
        <AnnouncementLink to={text.link}>{t('app.announcement.more')}</AnnouncementLink>
      )}
    </Banner>
  );
}

const linkClass =
  'mt-1 inline-flex min-h-6 items-center font-semibold underline underline-offset-4';

/** Opens pages of the app in place, pages of the site as a document and other sites in a new tab. */
function AnnouncementLink({ to, children }: { to: string; children: ReactNode }) {
  if (/^\/app(\/|$)/.test(to)) {
    return (
      <Link to={to} className={linkClass}>
        {children}
      </Link>
    );
  }
  const isOutside = to.startsWith('https://');
  return (
    <a
      href={to}
      className={linkClass}
      {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
    </a>
  );
}
