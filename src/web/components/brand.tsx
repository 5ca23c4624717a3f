import { Link } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';

/** Renders the logo: three candles of a price chart, in the color of the theme. */
export function BrandLogo({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g className="fill-on-accent stroke-on-accent" strokeWidth="1.5" strokeLinecap="round">
        <path d="M9 12v12M16 7v13M23 9v13" />
        <rect x="7" y="15" width="4" height="6" rx="1" strokeWidth="0" />
        <rect x="14" y="10" width="4" height="7" rx="1" strokeWidth="0" />
        <rect x="21" y="12" width="4" height="7" rx="1" strokeWidth="0" />
      </g>
    </svg>
  );
}

/** Renders the logo and the name as a link to the home page. */
export function BrandLink({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <Link to={to} className="inline-flex items-center gap-2.5 rounded-md text-ink">
      <BrandLogo />
      <span className="text-lg font-semibold tracking-tight rail:sr-only">
        {t('common.product')}
      </span>
    </Link>
  );
}
