import { useState } from 'react';
import { backgrounds, type Color } from '#contract/themes.ts';
import type { Locale } from '#locales/locales.ts';
import { useTranslation } from '#web/session/translation.ts';
import { formats } from '#web/theme/formats.ts';
import { themeAttributes } from '#web/theme/theme.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { BarChart, DoughnutChart, LineChart } from '#web/ui/charts/chart.tsx';
import { Checkbox, Switch } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date/date-field.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import { pictureTypes } from '#web/ui/files.ts';
import { MoneyField, NumberField } from '#web/ui/number-field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { PictureField } from '#web/ui/picture-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { Buttons } from './buttons.tsx';
import { EmailSamples } from './emails.tsx';
import { Entities } from './entities.tsx';
import { Feedback } from './feedback.tsx';
import { FieldExamples } from './fields.tsx';
import { Navigation } from './navigation.tsx';
import { Overlays } from './overlays.tsx';
import { GallerySection } from './section.tsx';
import { GalleryOptions, useGalleryOptions } from './switchers.tsx';
import { Tables } from './tables.tsx';

/**
 * Renders every component of the kit in every state, in the look that `?theme=&color=&locale=`
 * name.
 */
export default function Gallery() {
  const { theme, color, locale } = useGalleryOptions();
  return (
    <div {...themeAttributes({ theme, color })}>
      <title>Gallery</title>
      <div className="mx-auto flex max-w-6xl flex-col gap-16 px-4 py-8 sm:px-6">
        <header className="flex flex-wrap items-end justify-between gap-4">
          <h1 className="text-2xl font-semibold tracking-tight">Gallery</h1>
          <GalleryOptions />
        </header>
        <main className="flex flex-col gap-16">
          <Foundations color={color} locale={locale} />
          <Buttons />
          <FieldExamples />
          <FieldStateExamples />
          <Uploads />
          <Tables locale={locale} />
          <Entities />
          <Overlays />
          <Navigation />
          <Feedback />
          <Charts locale={locale} />
          <EmailSamples locale={locale} />
        </main>
      </div>
    </div>
  );
}

const months = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'];
const bought = { key: 'bought', name: 'Bought', values: [12, 19, 8, 31, 24, 38] };
const sold = { key: 'sold', name: 'Sold', values: [7, 11, 15, 18, 29, 26] };
const parts = { key: 'parts', name: 'Share', values: [42, 27, 14, 9, 8] };

function Charts({ locale }: { locale: Locale }) {
  const { date, money } = formats(locale);
  const labels = months.map((month) => date(month, 'mini'));
  const format = (value: number) => money(value, 'usd');
  return (
    <GallerySection id="charts" title="Charts">
      <div className="grid gap-5 lg:grid-cols-3">
        <Card title="Line">
          <LineChart
            label="Bought and sold, by month"
            {...{ labels, format }}
            series={[bought, sold]}
          />
        </Card>
        <Card title="Bar">
          <BarChart label="Bought, by month" {...{ labels, format }} series={[bought]} />
        </Card>
        <Card title="Doughnut">
          <DoughnutChart
            label="Shares by market"
            labels={['Index', 'Dollar', 'Coffee', 'Gold', 'Corn']}
            series={[parts]}
          />
        </Card>
      </div>
    </GallerySection>
  );
}

const megabyte = 1024 * 1024;
const drawing = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="34" fill="${color}"/></svg>`,
  )}`;

function Uploads() {
  const { t } = useTranslation();
  const [files, setFiles] = useState<File[]>([]);
  const [pictures, setPictures] = useState([drawing('teal'), drawing('tomato')]);
  const messages = {
    type: t('common.file.type'),
    size: t('common.file.size', { max: 1 }),
    count: '10',
  };
  return (
    <GallerySection id="uploads" title="Files and pictures">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <FileField
          label="File"
          hint="zip, txt, png, jpg, rar · 1 MB"
          limits={{ accept: '.zip,.txt,.png,.jpg,.rar', maxBytes: megabyte }}
          messages={messages}
          value={files}
          onChange={setFiles}
        />
        <PictureField
          label={t('transactions.fields.image')}
          hint="jpeg, png, jpg, ico · 1 MB"
          limits={{ accept: pictureTypes, maxBytes: megabyte, maxFiles: 10 }}
          messages={messages}
          value={pictures}
          onChange={setPictures}
        />
      </div>
    </GallerySection>
  );
}

/** Renders the type scale, the formats, and every background in the chosen color. */
function Foundations({ color, locale }: { color: Color; locale: Locale }) {
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

const tiers = ['Starter', 'Pro', 'Unlimited'].map((label, index) => ({ value: index + 1, label }));

/** Renders fields in their invalid, disabled and read-only states. */
function FieldStateExamples() {
  const { t, locale } = useTranslation();
  const error = t('common.form.invalid');
  const [value, onChange] = useState('2026-03-01');
  const ignore = () => {};
  return (
    <GallerySection id="field-states" title="Field states">
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        <TextField label="Refused" error={error} hint="As on the invoice." defaultValue="x" />
        <TextField label="Disabled" disabled defaultValue="bruna@exemplo.com.br" />
        <TextField label="Read-only" readOnly defaultValue="bruna@exemplo.com.br" />
        <Select label="Refused select" options={tiers} error={error} />
        <Select label="Disabled select" options={tiers} disabled />
        <PasswordField label="Refused password" error={error} />
        <NumberField label="Refused number" value={0} onChange={ignore} error={error} />
        <MoneyField label="Disabled amount" value={9.9} onChange={ignore} disabled currency="BRL" />
        <DateField label="Date" {...{ value, onChange, locale }} />
        <DateField label="Refused date" value="31/2" onChange={ignore} error={error} />
        <TextArea label="Refused text" error={error} rows={2} />
        <Checkbox label="Refused" error={error} />
        <Checkbox label="Disabled" disabled defaultChecked />
        <Switch label="Disabled" disabled />
      </div>
    </GallerySection>
  );
}
