import { useState } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Checkbox, Switch } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date/date-field.tsx';
import { MoneyField, NumberField } from '#web/ui/number-field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { GallerySection } from './section.tsx';

const tiers = ['Starter', 'Pro', 'Unlimited'].map((label, index) => ({ value: index + 1, label }));

/** Renders fields in their invalid, disabled and read-only states. */
export function FieldStateExamples() {
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
