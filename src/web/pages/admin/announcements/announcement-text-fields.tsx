import { CircleAlert } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AnnouncementRecord } from '#contract/announcements.ts';
import { defaultLocale, languageNames, locales, type Locale } from '#locales/locales.ts';
import { AnnouncementBanner } from '#web/components/announcements/announcement-banner.tsx';
import { EntityField } from '#web/components/entity/field.tsx';
import type { FormValues } from '#web/components/entity/input.ts';
import { useTranslation } from '#web/session/translation.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { textFieldName, textInForm, textParts } from './announcement-form.ts';

type Props = {
  language: Locale;
  onLanguage: (language: Locale) => void;
  /** Shows the texts to operators who may not change them. */
  readOnly: boolean;
};

/** Renders the texts in one language at a time, with a preview of the banner (R-ANN-02). */
export function AnnouncementTextFields({ language, onLanguage, readOnly }: Props) {
  const { t } = useTranslation();
  const { errors } = useFormContext<FormValues>().formState;
  const isRequired = language === defaultLocale;
  const hasError = (locale: Locale) =>
    textParts.some((part) => errors[textFieldName(part, locale)]);
  const segments = locales.map((value) => ({
    value,
    label: (
      <>
        {languageNames[value]}
        {hasError(value) && (
          <CircleAlert role="img" aria-label={t('announcements.missing')} className="size-4" />
        )}
      </>
    ),
  }));
  return (
    <>
      <SegmentedControl
        label={t('announcements.language')}
        className="flex-wrap"
        segments={segments}
        value={language}
        onChange={({ target }) => onLanguage(target.value as Locale)}
      />
      {!isRequired && (
        <p className="text-sm text-muted">
          {t('announcements.fallback', { language: languageNames[defaultLocale] })}
        </p>
      )}
      {textParts.map((part) => (
        <EntityField
          key={`${part} ${language}`}
          name={textFieldName(part, language)}
          field={{
            kind: part === 'text' ? 'TextArea' : 'String',
            ...((part === 'link' || !isRequired) && { optional: true }),
          }}
          label={t(`announcements.field.${part}`)}
          hint={part === 'link' ? t('announcements.hint.link') : undefined}
          disabled={readOnly}
        />
      ))}
      <Preview language={language} />
    </>
  );
}

/** Renders the banner as members with this language see it. */
function Preview({ language }: { language: Locale }) {
  const { t } = useTranslation();
  const values = useWatch<FormValues>() as FormValues;
  const own = textInForm(values, language);
  const text = own ?? textInForm(values, defaultLocale);
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">{t('announcements.preview')}</p>
      {text ? (
        <AnnouncementBanner
          severity={values['severity'] as AnnouncementRecord['severity']}
          text={text}
          language={own ? language : defaultLocale}
        />
      ) : (
        <p className="rounded-lg border border-dashed border-line px-4 py-3 text-sm text-muted">
          {t('announcements.previewEmpty')}
        </p>
      )}
    </div>
  );
}
