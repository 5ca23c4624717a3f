import { useController, useFormContext } from 'react-hook-form';
import { announcementSeverities } from '#contract/announcements.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import type { FormValues } from '#web/components/entity/input.ts';
import { useTranslation } from '#web/session/translation.ts';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { usePlanNames } from './use-plan-names.ts';

/** Renders who sees an announcement, when, and how (R-ANN-01, R-ANN-03). */
export function AnnouncementAudience() {
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
