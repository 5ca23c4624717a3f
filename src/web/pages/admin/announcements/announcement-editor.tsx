import { useId, useState } from 'react';
import { FormProvider, useForm, useController, useFormContext } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import {
  type AnnouncementRecord,
  type AnnouncementInput,
  announcementSeverities,
} from '#contract/announcements.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { defaultLocale, locales } from '#locales/locales.ts';
import { api } from '#web/api/api.ts';
import { useFormDraft } from '#web/components/drafts/use-form-draft.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import { EntityFormBody } from '#web/components/entity/form-body.tsx';
import type { FormValues } from '#web/components/entity/input.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import {
  textFieldName,
  textParts,
  announcementResolver,
  announcementValues,
} from './announcement-form.ts';
import { AnnouncementTextFields } from './announcement-text-fields.tsx';
import { refreshAnnouncements } from './queries.ts';
import { usePlanNames } from './use-plan-names.ts';

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

/** Returns the form, its draft and the function that saves it. */
function useAnnouncementForm(record: AnnouncementRecord | null) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<FormValues, unknown, AnnouncementInput>({
    mode: 'onChange',
    defaultValues: announcementValues(record),
    resolver: announcementResolver,
  });
  const mayChange = useMayCall()('announcements/update');
  const draft = useFormDraft(form, mayChange ? `announcements/${record?.id ?? 'new'}` : null);
  const save = async (input: AnnouncementInput) => {
    await (record
      ? api.announcements.update({
          params: { id: record.id },
          body: input,
          version: record.version,
        })
      : api.announcements.create({ body: input }));
    await draft.remove();
    await navigate('/admin/announcements');
    await refreshAnnouncements();
    void toast({
      tone: 'success',
      title: t(record ? 'announcements.saved' : 'announcements.created'),
    });
  };
  return { form, draft, mayChange, save };
}

/** Renders who sees an announcement, when, and how (R-ANN-01, R-ANN-03). */
function AnnouncementAudience() {
  const { t } = useTranslation();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const severities = announcementSeverities.map((one) => [
    one,
    t(`announcements.severities.${one}`),
  ]);
  return (
    <>
      <EntityField
        name="severity"
        field={{ kind: 'String', among: Object.fromEntries(severities) as Record<string, string> }}
        label={t('announcements.field.severity')}
        disabled={false}
      />
      <div className="grid items-start gap-5 sm:grid-cols-[1fr_11rem]">
        <EntityField
          name="startsOn"
          field={{ kind: 'Date' }}
          label={t('announcements.field.startsOn')}
          hint={t('announcements.hint.zone', { zone })}
          disabled={false}
        />
        <TimeField name="startsTime" />
        <EntityField
          name="endsOn"
          field={{ kind: 'Date', optional: true }}
          label={t('announcements.field.endsOn')}
          hint={t('announcements.hint.ends')}
          disabled={false}
        />
        <TimeField name="endsTime" optional />
      </div>
      <PlanChoice />
      <EntityField
        name="dismissible"
        field={{ kind: 'Bool' }}
        label={t('announcements.field.dismissible')}
        hint={t('announcements.hint.dismissible')}
        disabled={false}
      />
    </>
  );
}

/** Renders a time of day in the browser's own control. */
function TimeField({ name, optional }: { name: 'startsTime' | 'endsTime'; optional?: true }) {
  const { t } = useTranslation();
  const { field } = useController<FormValues>({ name });
  return (
    <TextField
      {...field}
      type="time"
      label={t(`announcements.field.${name}`)}
      optional={optional ?? false}
      value={typeof field.value === 'string' ? field.value : ''}
    />
  );
}

/** Renders a check box for each tier, by its plans. */
function PlanChoice() {
  const { t } = useTranslation();
  const { register, formState, getValues } = useFormContext<FormValues>();
  const { tiers, nameOf } = usePlanNames();
  const code = formState.errors['tiers']?.type as ErrorCode | undefined;
  // A tier whose product was deleted stays, so that it can be taken away.
  const chosen = formState.defaultValues?.['tiers'] ?? getValues('tiers');
  const all = [...new Set([...tiers, ...(chosen as string[]).map(Number)])];
  return (
    <ChoiceGroup
      {...register('tiers')}
      type="checkbox"
      label={t('announcements.field.tiers')}
      hint={t('announcements.hint.tiers')}
      error={code && t(`errors.${code}`)}
      optional
      choices={all.map((tier) => ({ value: tier, label: nameOf(tier) }))}
    />
  );
}
