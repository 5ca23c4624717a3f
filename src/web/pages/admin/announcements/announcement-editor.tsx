import { useId, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import type { AnnouncementRecord } from '#contract/announcements.ts';
import { defaultLocale, locales } from '#locales/locales.ts';
import { EntityFormBody } from '#web/components/entity/form-body.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { AnnouncementAudience } from './announcement-audience.tsx';
import { textFieldName, textParts } from './announcement-form.ts';
import { AnnouncementTextFields } from './announcement-text-fields.tsx';
import { useAnnouncementForm } from './use-announcement-form.ts';

/** Edits a new announcement or a record, and returns to the list. */
export function AnnouncementEditor({ record }: { record: AnnouncementRecord | null }) {
  const { t } = useTranslation();
  const formId = useId();
  const [language, setLanguage] = useState(defaultLocale);
  const { form, draft, mayChange, save } = useAnnouncementForm(record);
  const { isSubmitting, isSubmitted, errors } = form.formState;
  /** Opens the first language with an error, because the others are hidden. */
  const openError = () => {
    const inError = (locale: (typeof locales)[number]) =>
      textParts.some((part) => form.getFieldState(textFieldName(part, locale)).invalid);
    if (!inError(language)) setLanguage(locales.find(inError) ?? language);
  };
  return (
    <FormProvider {...form}>
      {draft.notice}
      <EntityFormBody id={formId} editing={record !== null} loading={false} onSave={save}>
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <Card title={t('announcements.message')}>
            <div className="grid gap-5">
              <AnnouncementTextFields
                language={language}
                onLanguage={setLanguage}
                readOnly={!mayChange}
              />
            </div>
          </Card>
          <Card title={t('announcements.audience')}>
            <fieldset disabled={!mayChange} className="grid gap-5">
              <AnnouncementAudience />
            </fieldset>
          </Card>
        </div>
      </EntityFormBody>
      <div className={mayChange ? 'flex flex-wrap items-center justify-end gap-2' : 'hidden'}>
        <p role="alert" className="mr-auto text-sm text-danger-ink empty:hidden">
          {isSubmitted && Object.keys(errors).length > 0 && t('common.form.invalid')}
        </p>
        <Button variant="white" render={<Link to="/admin/announcements" />}>
          {t('common.action.cancel')}
        </Button>
        <Button
          type="submit"
          form={formId}
          loading={isSubmitting}
          onClick={() => void form.trigger().then(openError)}
        >
          {record ? t('common.action.save') : t('announcements.create')}
        </Button>
      </div>
    </FormProvider>
  );
}
