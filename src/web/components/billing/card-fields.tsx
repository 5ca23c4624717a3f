import { clsx } from 'clsx';
import { CreditCard } from 'lucide-react';
import {
  useImperativeHandle,
  useState,
  type FocusEvent,
  useLayoutEffect,
  useRef,
  type ChangeEvent,
} from 'react';
import { api } from '#web/api/api.ts';
import { useTranslation } from '#web/session/translation.ts';
import { serverNow } from '#web/ui/clock.ts';
import { controlClass, Field } from '#web/ui/field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import {
  digitsOf,
  parseExpiry,
  isCardNumber,
  isCvc,
  isExpiry,
  cardFormat,
  formatExpiryInput,
  cardBrandName,
  groupCardNumber,
  type CardBrand,
} from './card-numbers.ts';
import type { CardSourceProps } from './card-source.ts';

const emptyCard = { number: '', expiry: '', cvc: '' };
type CardInput = typeof emptyCard;

const cardErrorsOf = ({ number, expiry, cvc }: CardInput) => ({
  number: !isCardNumber(number),
  expiry: !isExpiry(expiry, serverNow()),
  cvc: !isCvc(cvc, number),
});

async function createCardToken({ number, expiry, cvc }: CardInput) {
  const { month: expiryMonth = 0, year: expiryYear = 0 } = parseExpiry(expiry) ?? {};
  const card = { number: digitsOf(number), expiryMonth, expiryYear, cvc };
  return (await api.subscriptions.createCardToken({ body: card })).id;
}

/** Renders the sandbox's card fields: errors appear on blur and disappear while typing. */
export function CardFields({ ref, onComplete }: CardSourceProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(emptyCard);
  const [left, setLeft] = useState<readonly string[]>([]);
  useImperativeHandle(ref, () => ({ createToken: () => createCardToken(typed) }), [typed]);

  const change = (changed: Partial<CardInput>) => {
    const next = { ...typed, ...changed };
    setTyped(next);
    onComplete(Object.values(cardErrorsOf(next)).every((isWrong) => !isWrong));
  };
  const leave = ({ target }: FocusEvent<HTMLInputElement>) => setLeft([...left, target.name]);
  const wrong = cardErrorsOf(typed);
  const { brand, cvc: cvcLength } = cardFormat(typed.number);
  const errorOf = (name: keyof CardInput, text: string) =>
    wrong[name] && typed[name] !== '' && left.includes(name) ? text : undefined;

  return (
    <div className="grid gap-4">
      <CardNumberField
        name="number"
        label={t('billing.card.number')}
        brand={brand}
        value={typed.number}
        onChange={(number) => change({ number })}
        onBlur={leave}
        error={errorOf('number', t('billing.card.numberInvalid'))}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          name="expiry"
          label={t('billing.card.expiry')}
          placeholder={t('billing.card.expiryFormat')}
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={9}
          value={typed.expiry}
          onChange={({ target }) => change({ expiry: formatExpiryInput(target.value) })}
          onBlur={leave}
          error={errorOf('expiry', t('billing.card.expiryInvalid'))}
        />
        <TextField
          name="cvc"
          label={t('billing.card.cvc')}
          placeholder={'123456'.slice(0, cvcLength)}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          value={typed.cvc}
          onChange={({ target }) => change({ cvc: digitsOf(target.value).slice(0, cvcLength) })}
          onBlur={leave}
          error={errorOf('cvc', t('billing.card.cvcInvalid', { digits: cvcLength }))}
        />
      </div>
      <p className="text-sm text-pretty text-muted">{t('billing.card.test')}</p>
    </div>
  );
}

type Props = {
  name: string;
  label: string;
  brand: CardBrand;
  value: string;
  onChange: (value: string) => void;
  onBlur: (event: FocusEvent<HTMLInputElement>) => void;
  error: string | undefined;
};

/** Returns the caret position after a number of digits. */
function caretAfter(text: string, digits: number) {
  const before = text.match(new RegExp(`^(?:\\D*\\d){${digits}}`))?.[0];
  return before?.length ?? text.length;
}

/** Groups a card number while it is typed, and shows its brand. */
function CardNumberField({ brand, onChange, label, error, ...input }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // Keeps the caret in place when the groups change.
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [input.value]);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const next = groupCardNumber(target.value);
    const isAtEnd = target.selectionStart === target.value.length;
    const before = digitsOf(target.value.slice(0, target.selectionStart ?? 0)).length;
    caret.current = isAtEnd ? null : caretAfter(next, before);
    onChange(next);
  };
  const known = cardBrandName(brand);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <span className="relative block">
          <input
            {...input}
            {...control}
            ref={field}
            type="text"
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            onChange={take}
            className={clsx(controlClass, 'pr-26 tabular-nums')}
          />
          <span
            aria-live="polite"
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs font-semibold text-muted"
          >
            {known || <CreditCard aria-hidden className="size-5" />}
          </span>
        </span>
      )}
    </Field>
  );
}
