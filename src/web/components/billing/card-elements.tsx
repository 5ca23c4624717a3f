import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import type { StripeElementLocale } from '@stripe/stripe-js';
import { clsx } from 'clsx';
import { useImperativeHandle, useState, type ComponentType } from 'react';
import { Failure } from '#contract/errors.ts';
import type { Locale } from '#locales/locales.ts';
import { useTranslation } from '#web/session/translation.ts';
import { controlClass, Field } from '#web/ui/field.tsx';
import { CardInputError, useStripeKey, type CardSourceProps } from './card-source.ts';
import { getStripe } from './stripe.ts';

/** Renders Stripe's own fields: card data is sent to Stripe only (R-SUB-17). */
export function CardElements(props: CardSourceProps) {
  const { locale } = useTranslation();
  const key = useStripeKey() ?? '';
  return (
    <Elements stripe={getStripe(key)} options={{ locale: stripeLocales[locale] ?? 'auto' }}>
      <Fields {...props} />
    </Elements>
  );
}

/** Locales of Stripe, which has no Hindi: its fields use the browser's language then. */
const stripeLocales: Partial<Record<Locale, StripeElementLocale>> = {
  'pt-BR': 'pt-BR',
  'en-US': 'en',
  'es-MX': 'es-419',
};

const names = ['number', 'expiry', 'cvc'] as const;
type Name = (typeof names)[number];
type State = Record<Name, { complete: boolean; error: string | undefined }>;
const initialState = { complete: false, error: undefined };

function Fields({ ref, onComplete }: CardSourceProps) {
  const { t } = useTranslation();
  const stripe = useStripe();
  const elements = useElements();
  const [state, setState] = useState<State>({
    number: initialState,
    expiry: initialState,
    cvc: initialState,
  });
  useImperativeHandle(
    ref,
    () => ({
      createToken: async () => {
        const card = elements?.getElement(CardNumberElement);
        if (!stripe || !card) throw new Failure('unavailable');
        const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card });
        if (error) throw new CardInputError(error.message ?? t('errors.billing.cardDeclined'));
        return paymentMethod.id;
      },
    }),
    [stripe, elements, t],
  );
  const bind = (name: Name) => ({
    label: t(`billing.card.${name}`),
    error: state[name].error,
    onChange: ({ complete, error }: Change) => {
      const next = { ...state, [name]: { complete, error: error?.message } };
      setState(next);
      onComplete(names.every((each) => next[each].complete));
    },
  });
  return (
    <div className="grid gap-4">
      <ElementField of={CardNumberElement} {...bind('number')} />
      <div className="grid grid-cols-2 gap-4">
        <ElementField of={CardExpiryElement} {...bind('expiry')} />
        <ElementField of={CardCvcElement} {...bind('cvc')} />
      </div>
      <p className="text-sm text-pretty text-muted">{t('billing.card.stripe')}</p>
    </div>
  );
}

type Change = { complete: boolean; error: { message: string } | undefined };

type ElementProps = {
  of: ComponentType<{
    id: string;
    options: object;
    className: string;
    onChange: (change: Change) => void;
  }>;
  label: string;
  error: string | undefined;
  onChange: (change: Change) => void;
};

/** Renders a field in Stripe's frame, styled like ours. */
function ElementField({ of: Element, label, error, onChange }: ElementProps) {
  return (
    <Field label={label} error={error}>
      {({ id }) => (
        <Element
          id={id}
          options={frameStyle()}
          className={clsx(controlClass, frameClass)}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

/** Classes of a field's states, by Stripe's names. */
const frameClass = clsx(
  '[&.StripeElement--focus]:border-focus [&.StripeElement--focus]:outline-2',
  '[&.StripeElement--focus]:-outline-offset-1 [&.StripeElement--focus]:outline-focus',
  '[&.StripeElement--invalid]:border-danger-ink',
);

/** Reads colors and font from the page, because a frame doesn't inherit them. */
function frameStyle() {
  const { color, fontSize } = getComputedStyle(document.body);
  const muted = getComputedStyle(document.documentElement).getPropertyValue('--muted');
  return {
    style: {
      base: { color, fontSize, lineHeight: '1.5rem', '::placeholder': { color: muted } },
      invalid: { color },
    },
  };
}
