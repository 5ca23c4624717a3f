import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { SandboxDeliveryMode, SandboxRecords } from './records.ts';
import { useSandboxMutation } from './use-sandbox-mutation.ts';

const modes: readonly SandboxDeliveryMode[] = ['normal', 'off', 'duplicate', 'shuffle'];

/** Sets how webhook events are delivered to the product. */
export function WebhooksCard({ delivering }: Pick<SandboxRecords, 'delivering'>) {
  const { t } = useTranslation();
  const deliveries = useSandboxMutation<SandboxRecords['delivering']>('deliveries');
  const { register, handleSubmit, reset, formState } = useForm({ values: delivering });
  const submit = handleSubmit(async (how) => {
    await deliveries.mutateAsync(how).then(
      () => reset(how),
      () => undefined,
    );
  });
  return (
    <Card title={t('sandbox.webhooks.title')} description={t('sandbox.webhooks.text')}>
      <form onSubmit={submit} className="grid gap-4">
        <Select
          {...register('mode')}
          label={t('sandbox.webhooks.mode')}
          options={modes.map((mode) => ({ value: mode, label: t(`sandbox.webhooks.${mode}`) }))}
        />
        <TextField
          {...register('delaySeconds', { valueAsNumber: true })}
          type="number"
          min={0}
          max={86_400}
          required
          label={t('sandbox.webhooks.delay')}
        />
        <Button
          type="submit"
          variant="white"
          disabled={!formState.isDirty}
          loading={deliveries.isPending}
        >
          {t('sandbox.webhooks.save')}
        </Button>
      </form>
    </Card>
  );
}
