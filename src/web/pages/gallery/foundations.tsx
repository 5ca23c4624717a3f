import { backgrounds, type Color } from '#contract/themes.ts';
import type { Locale } from '#locales/locales.ts';
import { formats } from '#web/theme/formats.ts';
import { themeAttributes } from '#web/theme/theme.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { GallerySection } from './section.tsx';

/** Renders the type scale, the formats, and every background in the chosen color. */
export function Foundations({ color, locale }: { color: Color; locale: Locale }) {
  const { money, number, date } = formats(locale, 'America/Sao_Paulo');
  const noon = '2026-03-01T15:00:00Z';
  return (
    <GallerySection id="foundations" title="Foundations">
      <p className="text-display font-semibold text-ink">O robô opera. Você decide.</p>
      <p className="text-title font-semibold text-ink">Limites de risco que valem sempre</p>
      <p className="max-w-prose text-pretty text-muted">
        {money(1234567.8, 'usd')} · {money(2.55, 'eur')} · {money(60, 'mxn')} · {number(1234567.8)}{' '}
        · {date('2026-03-01', 'mini')} · {date('2026-03-01', 'short')} · {date(noon, 'long')}
      </p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {backgrounds.map((theme) => (
          <div
            key={theme}
            {...themeAttributes({ theme, color })}
            className="rounded-lg border border-line p-4"
          >
            <div className="flex flex-col items-start gap-3 rounded-md border border-line bg-surface p-4">
              <p className="font-semibold text-ink">{theme}</p>
              <p className="text-sm text-muted">
                Muted, <span className="text-accent-ink">accent</span>
              </p>
              <Badge tone="accent">Pro</Badge>
              <Button size="sm">Subscribe</Button>
            </div>
          </div>
        ))}
      </div>
    </GallerySection>
  );
}
