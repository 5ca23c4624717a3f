import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { BillingDetails } from '#contract/billing/details.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { billingDetailsQuery } from '#web/components/billing/billing-details.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { schemaResolver, setFormFailure } from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { AddressFields } from './address-fields.tsx';
import { formSchema, toDetails, toFormInput, type FormInput } from './input.ts';
import { ReceiptFields } from './receipt-fields.tsx';
import { TaxIdFields } from './tax-id-fields.tsx';

/** Edits the details; a refused tax id is an error at its field (R-INV-02). */
export function BillingDetailsForm({ details }: { details: BillingDetails }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<FormInput>({
    resolver: schemaResolver(formSchema),
    defaultValues: toFormInput(details),
  });
  const { handleSubmit, setError, reset } = form;

  const save = handleSubmit(async (input) => {
    try {
      const saved = await api.billing.updateDetails({ body: toDetails(input) });
      queryClient.setQueryData(billingDetailsQuery().queryKey, saved);
      reset(toFormInput(saved));
      await toast({ tone: 'success', title: t('invoicing.saved') });
      await navigate(subscriptionPath);
    } catch (error) {
      setFormFailure(error, { setError, fieldOf });
    }
  });

  return (
    <FormProvider {...form}>
      <form noValidate className="flex flex-col gap-6" onSubmit={(event) => void save(event)}>
        <Card title={t('invoicing.address')} description={t('invoicing.text')}>
          <AddressFields />
        </Card>
        <Card title={t('invoicing.taxIds')} description={t('invoicing.taxIdsHint')}>
          <TaxIdFields />
        </Card>
        <ReceiptFields />
      </form>
    </FormProvider>
  );
}

const fields = new Set(Object.keys(formSchema.shape));
const isField = (name: string): name is keyof FormInput => fields.has(name);

/** Returns the field that shows a refusal; an email address has none of its own. */
function fieldOf(name: string) {
  const taxId = /^taxIds\.(\d)\.(type|value)$/.exec(name);
  if (taxId) return `taxIds.${Number(taxId[1])}.${taxId[2] as 'type' | 'value'}` as const;
  const [first = ''] = name.split('.');
  return isField(first) ? first : undefined;
}
