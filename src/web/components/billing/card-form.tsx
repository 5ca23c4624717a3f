import { useMutation } from '@tanstack/react-query';
import { Suspense, useRef, useState, type SyntheticEvent, type ReactNode } from 'react';
import { Failure } from '#contract/errors.ts';
import type { Translate } from '#locales/translation.ts';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import {
  CardInputError,
  cardMutationKey,
  useStripeKey,
  type CardTokenSource,
} from './card-source.ts';
import { usePaymentAuthentication } from './payment-authentication.ts';

const CardFields = lazyPart(async () => (await import('./card-fields.tsx')).CardFields);
const CardElements = lazyPart(async () => (await import('./card-elements.tsx')).CardElements);

type Props = {
  /** Label of the button that pays or saves. */
  label: string;
  /** Uses the card; called again with the operation after authentication. */
  onToken: (token: string, intentId?: string) => Promise<void>;
  /** Further buttons. */
  children?: ReactNode;
};

/** Renders the form of one card. Refusals of the card appear in it, and its input is kept. */
export function CardForm({ label, onToken, children }: Props) {
  const { t } = useTranslation();
  const key = useStripeKey();
  const authenticated = usePaymentAuthentication();
  const source = useRef<CardTokenSource>(null);
  const [isComplete, setIsComplete] = useState(false);
  const pay = async () => {
    const token = await source.current?.createToken();
    if (token) await authenticated((intentId) => onToken(token, intentId));
  };
  const {
    mutate,
    isPending: isBusy,
    error,
    // The pages of visitors have no provider of it.
  } = useMutation({ mutationKey: cardMutationKey, mutationFn: pay }, queryClient);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // React events of a dialog bubble to the form that opened it.
    event.stopPropagation();
    if (isComplete && !isBusy) mutate();
  };
  const Source = key ? CardElements : CardFields;
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Suspense fallback={<Skeleton className="h-40" />}>
        <Source ref={source} onComplete={setIsComplete} />
      </Suspense>
      <div role="alert" className="empty:hidden">
        {error !== null && <Banner tone="danger">{textOf(t, error)}</Banner>}
      </div>
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <fieldset disabled={isBusy} className="contents max-sm:*:flex-1">
          {children}
        </fieldset>
        <Button type="submit" disabled={!isComplete} loading={isBusy}>
          {label}
        </Button>
      </div>
    </form>
  );
}

function textOf(t: Translate, refusal: unknown) {
  if (refusal instanceof CardInputError) return refusal.message;
  // A card was given here, so this form's own text for an invalid card is more exact.
  const isWrong = refusal instanceof Failure && refusal.code === 'billing.invalidCard';
  return isWrong ? t('billing.card.invalid') : (failureText(t, refusal) ?? t('errors.internal'));
}
