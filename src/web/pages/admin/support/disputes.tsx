import { useState } from 'react';
import { fromMinor } from '#contract/money.ts';
import { disputeInput, type SupportRecord } from '#contract/support/support.ts';
import { api } from '#web/api/api.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogText, SupportDialog } from './dialog.tsx';

type Dispute = SupportRecord['disputes'][number];
type Open = { dispute: Dispute; accepts: boolean };

const kindOf = ({ isInquiry }: Dispute) => (isInquiry ? 'inquiry' : 'dispute');

/** Shows the disputes that await an answer, with the two that there are (R-SUP-12). */
export function Disputes({ record }: { record: SupportRecord }) {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  const may = useMayCall();
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <>
      {record.disputes.map((dispute) => (
        <Banner
          key={dispute.id}
          tone={dispute.isInquiry ? 'warning' : 'danger'}
          title={t(`support.${kindOf(dispute)}.title`, {
            amount: money(fromMinor(dispute.amount, dispute.currency), dispute.currency),
            invoice: dispute.invoice ?? '',
            date: date(dispute.answerDueAt, 'long'),
          })}
          action={
            may('support/answerDispute') && (
              <span className="flex flex-wrap gap-2">
                {!dispute.isInquiry && (
                  <Button
                    size="sm"
                    variant="white"
                    onClick={() => setOpen({ dispute, accepts: true })}
                  >
                    {t('support.dispute.accept')}
                  </Button>
                )}
                <Button size="sm" onClick={() => setOpen({ dispute, accepts: false })}>
                  {t('support.dispute.answer')}
                </Button>
              </span>
            )
          }
        >
          {t(`support.${kindOf(dispute)}.text`, { reason: dispute.reason.replaceAll('_', ' ') })}
        </Banner>
      ))}
      {open && <DisputeDialog {...open} record={record} onClose={() => setOpen(null)} />}
    </>
  );
}

const fields = { explanation: { kind: 'TextArea' } } as const;
const answerInput = disputeInput.omit({ disputeId: true });
const acceptInput = answerInput.omit({ explanation: true });

type DialogProps = Open & { record: SupportRecord; onClose: () => void };

function DisputeDialog({ record: { tenant }, dispute, accepts, onClose }: DialogProps) {
  const { t } = useTranslation();
  const name = accepts ? 'dispute.accepting' : (`${kindOf(dispute)}.answering` as const);
  const send = (body: { reason: string; explanation?: string | null }) =>
    api.support.answerDispute({
      params: { id: tenant.id },
      body: { explanation: null, ...body, disputeId: dispute.id },
    });
  const shared = {
    title: t(`support.${name}.title`, { invoice: dispute.invoice ?? '' }),
    submit: t(`support.dispute.${accepts ? 'accept' : 'answer'}`),
    done: t(`support.dispute.${accepts ? 'accepting' : 'answering'}.done`),
    send,
    onClose,
  };
  const text = <DialogText>{t(`support.${name}.text`)}</DialogText>;
  if (accepts) {
    return (
      <SupportDialog {...shared} fields={{}} schema={acceptInput}>
        {text}
      </SupportDialog>
    );
  }
  return (
    <SupportDialog {...shared} fields={fields} schema={answerInput}>
      {text}
      <EntityField
        name="explanation"
        field={fields.explanation}
        label={t('support.dispute.explanation')}
        hint={t('support.dispute.explanationHint')}
        disabled={false}
      />
    </SupportDialog>
  );
}
