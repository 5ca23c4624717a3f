import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { SandboxRecords } from './records.ts';
import { useSandboxMutation } from './use-sandbox-mutation.ts';

const kinds = [
  { value: 'timeout-after-success', key: 'timeout' },
  { value: '500', key: 'broken' },
  { value: '429', key: 'busy' },
  { value: 'reset', key: 'reset' },
] as const;

/** Makes the provider fail, to try how the product handles it. */
export function FaultsCard({ faults }: Pick<SandboxRecords, 'faults'>) {
  const { t } = useTranslation();
  const mutation = useSandboxMutation<{ next: string[]; count?: number }>('faults');
  const { register, handleSubmit } = useForm({ defaultValues: { kind: '500', count: 1 } });
  const submit = handleSubmit(({ kind, count }) => mutation.mutate({ next: [kind], count }));
  return (
    <Card title={t('sandbox.faults.title')} description={t('sandbox.faults.text')}>
      <form onSubmit={submit} className="grid gap-4">
        <div role="status">
          {faults.length > 0 ? (
            <Banner
              tone="warning"
              action={
                <Button size="sm" variant="white" onClick={() => mutation.mutate({ next: [] })}>
                  {t('sandbox.faults.clear')}
                </Button>
              }
            >
              {t('sandbox.faults.left', { count: faults.length })}
            </Banner>
          ) : (
            <p className="text-sm text-muted">{t('sandbox.faults.none')}</p>
          )}
        </div>
        <Select
          {...register('kind')}
          label={t('sandbox.faults.kind')}
          options={kinds.map(({ value, key }) => ({ value, label: t(`sandbox.faults.${key}`) }))}
        />
        <TextField
          {...register('count', { valueAsNumber: true })}
          type="number"
          min={1}
          max={1_000}
          required
          label={t('sandbox.faults.count')}
        />
        <Button type="submit" variant="white" loading={mutation.isPending}>
          {t('sandbox.faults.make')}
        </Button>
      </form>
    </Card>
  );
}
