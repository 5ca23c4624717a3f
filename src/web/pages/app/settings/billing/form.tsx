import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { useNavigate, Link } from 'react-router';
import { type BillingDetails, maxInvoiceEmails } from '#contract/billing/details.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { billingDetailsQuery } from '#web/components/billing/billing-details.ts';
import { countryOptions } from '#web/components/billing/countries.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { useDraft } from '#web/components/drafts/use-draft.tsx';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField, TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { formSchema, toDetails, toFormInput, type FormInput } from './input.ts';
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
        <Card id="tax-ids" title={t('invoicing.taxIds')} description={t('invoicing.taxIdsHint')}>
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

/** Parts of the address, with the names by which browsers fill them in. */
const parts = [
  { name: 'line1', autoComplete: 'address-line1', wide: true },
  { name: 'line2', autoComplete: 'address-line2', wide: true },
  { name: 'city', autoComplete: 'address-level2', wide: false },
  { name: 'state', autoComplete: 'address-level1', wide: false },
  { name: 'postalCode', autoComplete: 'postal-code', wide: false },
] as const;

/** Renders the fields for name and address. */
function AddressFields() {
  const { t, locale } = useTranslation();
  const errorText = useFieldError();
  const { register, formState } = useFormContext<FormInput>();
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...register('legalName')}
        label={t('invoicing.name')}
        hint={t('invoicing.nameHint')}
        autoComplete="organization"
        className="sm:col-span-2"
        error={errorText(errors.legalName)}
      />
      {parts.map(({ name, autoComplete, wide }) => (
        <TextField
          key={name}
          {...register(name)}
          label={t(`invoicing.${name}`)}
          autoComplete={autoComplete}
          {...(wide && { className: 'sm:col-span-2' })}
          error={errorText(errors[name])}
          optional
        />
      ))}
      <Select
        {...register('country')}
        label={t('invoicing.country')}
        placeholder={t('invoicing.noCountry')}
        options={countryOptions(locale)}
        autoComplete="country"
        error={errorText(errors.country)}
        optional
      />
    </div>
  );
}

/** Renders the fields about receipts, with the foot of the form. */
function ReceiptFields() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const form = useFormContext<FormInput>();
  const { register, formState } = form;
  const draft = useDraft(form, { name: 'billing' });
  const { errors } = formState;
  return (
    <Card
      title={t('invoicing.more')}
      footer={
        <FormFooter edits state={formState} draft={draft} label={t('common.action.save')}>
          <Button variant="white" render={<Link to={subscriptionPath} />}>
            {t('common.action.cancel')}
          </Button>
        </FormFooter>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...register('purchaseOrder')}
          label={t('invoicing.purchaseOrder')}
          hint={t('invoicing.purchaseOrderHint')}
          autoComplete="off"
          error={errorText(errors.purchaseOrder)}
          optional
        />
        <TextArea
          {...register('invoiceEmails')}
          label={t('invoicing.emails')}
          hint={t('invoicing.emailsHint', { max: maxInvoiceEmails })}
          rows={3}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={errorText(errors.invoiceEmails)}
          optional
        />
      </div>
    </Card>
  );
}
