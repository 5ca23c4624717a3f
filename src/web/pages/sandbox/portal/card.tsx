import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { CardForm } from '#web/components/billing/card-form.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { usePortalMutation, type PortalData } from './portal.ts';

/** Renders the card on file and the form that replaces it. */
export function PortalCard({ session, card }: { session: string; card: PortalData['card'] }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const change = usePortalMutation<{ paymentMethod: string }>(session, 'card');
  const save = async (paymentMethod: string) => {
    await change.mutateAsync({ paymentMethod });
    setIsOpen(false);
    void toast({ tone: 'success', title: t('sandbox.portal.cardSaved') });
  };
  return (
    <Card
      title={t('sandbox.portal.card')}
      actions={
        <Button variant="white" onClick={() => setIsOpen(true)}>
          {card ? t('sandbox.portal.changeCard') : t('sandbox.portal.addCard')}
        </Button>
      }
    >
      {card ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink">
          <CreditCard aria-hidden className="size-5 text-muted" />
          {t('sandbox.portal.cardOf', { brand: card.brand.toUpperCase(), last4: card.last4 })}
          <span className="text-sm text-muted">
            {t('sandbox.portal.cardExpires', {
              month: String(card.exp_month).padStart(2, '0'),
              year: String(card.exp_year),
            })}
          </span>
        </p>
      ) : (
        <p className="text-sm text-muted">{t('sandbox.portal.noCard')}</p>
      )}
      {isOpen && (
        <Modal
          title={card ? t('sandbox.portal.changeCard') : t('sandbox.portal.addCard')}
          onClose={() => setIsOpen(false)}
        >
          <CardForm label={t('sandbox.portal.saveCard')} onToken={save} />
        </Modal>
      )}
    </Card>
  );
}
