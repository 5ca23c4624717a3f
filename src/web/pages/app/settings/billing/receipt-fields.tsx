import { useFormContext } from 'react-hook-form';
import { Link } from 'react-router';
import { maxInvoiceEmails } from '#contract/billing/details.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { useDraft } from '#web/components/drafts/use-draft.tsx';
import { useFieldError } from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import type { FormInput } from './input.ts';

/** Renders the fields about receipts, with the foot of the form. */
export function ReceiptFields() {
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
