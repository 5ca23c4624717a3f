import { useEffect, useState } from 'react';
import type { Locale } from '#locales/locales.ts';
import { Card } from '#web/ui/card.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Select } from '#web/ui/select.tsx';
import { GallerySection } from './section.tsx';

type Sample = { kind: string; subject: string; text: string };

/** Widths of email clients, in pixels: a small phone, a large one, a window on a desk. */
const widths = [320, 480, 700];

/**
 * Renders the chosen kind of email with sample values, as HTML and as plain text. None is chosen at
 * first, because axe can't run on a page with a frame that allows no scripts.
 */
export function EmailSamples({ locale }: { locale: Locale }) {
  const [samples, setSamples] = useState<Sample[]>([]);
  const [kind, setKind] = useState('');
  const [width, setWidth] = useState(700);
  useEffect(() => {
    void fetch(`/sandbox/mail/samples/${locale}.json`)
      .then((answer) => (answer.ok ? answer.json() : []))
      .then(setSamples);
  }, [locale]);
  const sample = samples.find((one) => one.kind === kind);
  return (
    <GallerySection id="emails" title="Emails">
      <div className="flex flex-wrap items-end gap-4">
        <Select
          label="Kind"
          options={['', ...samples.map((one) => one.kind)].map((value) => ({
            value,
            label: value || '–',
          }))}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        />
        <SegmentedControl
          label="Width"
          segments={widths.map((value) => ({ value, label: `${value} px` }))}
          value={width}
          onChange={({ target }) => setWidth(Number(target.value))}
        />
      </div>
      {sample && (
        <div className="grid items-start gap-5 lg:grid-cols-[auto_1fr]">
          <iframe
            title={sample.subject}
            src={`/sandbox/mail/samples/${locale}/${kind}.html`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            width={width}
            height={720}
            className="max-w-full rounded-md border border-line"
          />
          <Card title={sample.subject}>
            <p className="text-sm break-words whitespace-pre-line">{sample.text}</p>
          </Card>
        </div>
      )}
    </GallerySection>
  );
}
