import type { FieldErrors, Resolver } from 'react-hook-form';
import {
  announcementInput,
  type AnnouncementInput,
  type AnnouncementRecord,
} from '#contract/announcements.ts';
import { defaultLocale, locales, type Locale } from '#locales/locales.ts';
import type { FormValues } from '#web/components/entity/input.ts';
import { serverNow } from '#web/ui/clock.ts';

export const textParts = ['title', 'text', 'link'] as const;
type TextPart = (typeof textParts)[number];

/** Returns the name of a text's field, which has a language. */
export const textFieldName = (part: TextPart, locale: Locale) => `${part}_${locale}`;

const toText = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Returns day and time of an instant in the operator's time zone. */
const localTimeOf = (at: Date) => ({
  day: [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-'),
  time: `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`,
});

/** Returns the instant of a day and a time in the operator's time zone; the text of a wrong day itself. */
function instantOf(day: string, time: string) {
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) ? day : at.toISOString();
}

/** Returns the values of the form: of a record, or of a new announcement that begins now. */
export function announcementValues(record: AnnouncementRecord | null): FormValues {
  const start = localTimeOf(record ? new Date(record.startsAt) : serverNow());
  const end = record?.endsAt ? localTimeOf(new Date(record.endsAt)) : { day: '', time: '' };
  const texts = locales.flatMap((locale) =>
    textParts.map((part) => [textFieldName(part, locale), record?.texts[locale]?.[part] ?? '']),
  );
  return {
    ...(Object.fromEntries(texts) as FormValues),
    severity: record?.severity ?? 'information',
    tiers: record?.tiers.map(String) ?? [],
    dismissible: record?.dismissible ?? true,
    startsOn: start.day,
    startsTime: start.time,
    endsOn: end.day,
    endsTime: end.time,
  };
}

/** Returns the text in a language as the form has it; null if nothing of it is filled in. */
export function textInForm(values: FormValues, locale: Locale) {
  const of = (part: TextPart) => toText(values[textFieldName(part, locale)]);
  const text = { title: of('title'), text: of('text'), link: of('link') || null };
  return text.title || text.text || text.link ? text : null;
}

/** Converts the values to the input of the call; a language without any text is left out. */
function toInput(values: FormValues) {
  const { severity, tiers, dismissible } = values;
  const [startsOn, startsTime, endsOn, endsTime] = (
    ['startsOn', 'startsTime', 'endsOn', 'endsTime'] as const
  ).map((name) => toText(values[name])) as [string, string, string, string];
  const texts = locales.map((locale) => {
    const text = textInForm(values, locale);
    return [locale, locale === defaultLocale ? (text ?? { title: '', text: '' }) : text];
  });
  return {
    severity,
    dismissible,
    tiers: Array.isArray(tiers) ? tiers.map(Number) : [],
    texts: Object.fromEntries(texts) as unknown,
    startsAt: instantOf(startsOn, startsTime || '00:00'),
    endsAt: endsOn || endsTime ? instantOf(endsOn, endsTime || '23:59') : null,
  };
}

const fieldNames: Record<string, string> = { startsAt: 'startsOn', endsAt: 'endsOn' };

/** Returns the field of the form that shows the error of a part of the input. */
const fieldOf = ([name, locale, part]: readonly PropertyKey[]) =>
  name === 'texts'
    ? textFieldName(part as TextPart, locale as Locale)
    : (fieldNames[String(name)] ?? String(name));

/** Validates the form with the schema of the call; an error's `type` is its code. */
export const announcementResolver: Resolver<FormValues, unknown, AnnouncementInput> = (values) => {
  const parsed = announcementInput.safeParse(toInput(values));
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: FieldErrors<FormValues> = {};
  for (const { path, message } of parsed.error.issues) errors[fieldOf(path)] ??= { type: message };
  return { values: {}, errors };
};
