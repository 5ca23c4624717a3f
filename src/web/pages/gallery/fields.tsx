import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { colors } from '#contract/themes.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox, Switch } from '#web/ui/checkbox.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { ColorPicker } from '#web/ui/color-picker.tsx';
import { MoneyField, NumberField } from '#web/ui/number-field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { GallerySection } from './section.tsx';

const tiers = ['Starter', 'Pro', 'Unlimited'].map((label, index) => ({ value: index + 1, label }));
const periods = [
  { value: 3, label: 'Monthly' },
  { value: 4, label: 'Yearly −17 %' },
];
const roles = ['Owner', 'Admin'].map((label, value) => ({ value, label }));
const ends = [
  { value: 'period', label: 'At the end of the period', hint: 'Access until 7 March.' },
  { value: 'now', label: 'Immediately' },
];
const swatches = colors.map((color) => ({ value: color, label: color }));
const start = {
  description: 'Mini index, 2 contracts',
  quantity: 2 as number | null,
  price: 1234.5 as number | null,
  category: '',
  notes: '',
  password: '',
  period: '3',
  roles: ['1'],
  end: 'period',
  color: 'red',
  active: true,
  alerts: true,
};

/** Renders a working form with every kind of field, and the values that it sends. */
export function FieldExamples() {
  const { t, locale } = useTranslation();
  const form = useForm({ defaultValues: start, mode: 'onChange' });
  const { register, control, formState, handleSubmit } = form;
  const [sent, setSent] = useState('');
  const required = { required: t('common.form.invalid') };
  const fields = 'transactions.fields';
  return (
    <GallerySection id="fields" title="Fields">
      <form
        noValidate
        onSubmit={(event) => void handleSubmit((values) => setSent(JSON.stringify(values)))(event)}
      >
        <Card
          title={t('transactions.new')}
          description={t('transactions.emptyText')}
          footer={<Button type="submit">{t('common.action.save')}</Button>}
        >
          <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            <TextField
              label={t(`${fields}.description`)}
              error={formState.errors.description?.message}
              {...register('description', required)}
            />
            <Controller
              name="quantity"
              control={control}
              rules={required}
              render={({ field, fieldState: { error } }) => (
                <NumberField
                  {...field}
                  label={t(`${fields}.quantity`)}
                  locale={locale}
                  error={error?.message}
                  min={0}
                />
              )}
            />
            <Controller
              name="price"
              control={control}
              rules={required}
              render={({ field, fieldState: { error } }) => (
                <MoneyField
                  {...field}
                  label={t(`${fields}.price`)}
                  locale={locale}
                  error={error?.message}
                  currency="USD"
                />
              )}
            />
            <Select
              label={t(`${fields}.category`)}
              options={tiers}
              placeholder="–"
              optional
              {...register('category')}
            />
            <PasswordField
              label={t('account.field.password')}
              autoComplete="new-password"
              {...register('password')}
            />
            <TextArea label="Notes" hint="Only members see it." optional {...register('notes')} />
            <div className="flex flex-col gap-4">
              <Checkbox label="Active" hint="Can be bought." {...register('active')} />
              <Switch label="Alerts" {...register('alerts')} />
            </div>
            <ChoiceGroup label="Roles" type="checkbox" choices={roles} {...register('roles')} />
            <ChoiceGroup label="Cancel" type="radio" choices={ends} {...register('end')} />
            <div className="flex flex-col gap-4">
              <SegmentedControl label="Period" segments={periods} {...register('period')} />
              <ColorPicker label="Color" swatches={swatches} {...register('color')} />
            </div>
          </div>
          {sent && (
            <output className="mt-5 block font-mono text-xs break-all text-muted">{sent}</output>
          )}
        </Card>
      </form>
    </GallerySection>
  );
}
