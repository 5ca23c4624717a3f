import { ChevronDown, CircleCheck, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { fromMinor } from '#contract/money.ts';
import type { Coupon } from '#contract/subscriptions.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { failureText } from './failure-text.ts';
import type { CouponState } from './use-coupon.ts';
import { useFormats } from './use-formats.ts';

/** The coupon, folded away until somebody has one: typed, then locked with what it takes off. */
export function CouponBox({ state }: { state: CouponState }) {
  const { t } = useTranslation();
  const { code, coupon, refusal } = state;
  // A refusal opens the box; typing the next coupon does not close it again.
  const reveal = (box: HTMLDetailsElement | null) => {
    if (box && (refusal || coupon)) box.open = true;
  };
  return (
    <details ref={reveal} className="kit-details group" open={code !== ''}>
      <summary className="inline-flex cursor-pointer list-none items-center gap-1.5 text-sm font-medium text-accent-ink [&::-webkit-details-marker]:hidden">
        {t('account.register.haveCoupon')}
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div className="pt-3">
        {coupon ? <Applied coupon={coupon} state={state} /> : <Typing state={state} />}
      </div>
    </details>
  );
}

/** Tried when apply is pressed, and quietly when the field is left. */
function Typing({ state }: { state: CouponState }) {
  const { t } = useTranslation();
  const { code, isChecking, refusal } = state;
  const [typed, setTyped] = useState(code);
  const apply = () => void state.apply(typed);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Not the form around it: the coupon alone.
    event.preventDefault();
    apply();
  };
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-2">
      <TextField
        label={t('account.register.coupon')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => state.check(typed)}
        onKeyDown={onKeyDown}
        error={failureText(t, refusal) ?? undefined}
        optional
      />
      <Button
        variant="white"
        className="mt-6.5 self-start"
        loading={isChecking}
        // Before the field is left: the button stays where it is pressed.
        onPointerDown={(event) => event.preventDefault()}
        onClick={apply}
      >
        {t('billing.coupon.apply')}
      </Button>
    </div>
  );
}

function Applied({ coupon, state }: { coupon: Coupon; state: CouponState }) {
  const { t } = useTranslation();
  const texts = useCouponText();
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-2">
      <TextField
        label={t('account.register.coupon')}
        value={state.code}
        readOnly
        hint={
          <span role="status" className="flex items-center gap-1.5 text-success-ink">
            <CircleCheck aria-hidden className="size-4 shrink-0" />
            {texts(coupon)}
          </span>
        }
      />
      <Button variant="white" className="mt-6.5 self-start" onClick={state.remove}>
        <X aria-hidden className="size-4" />
        {t('billing.coupon.remove')}
      </Button>
    </div>
  );
}

/** What a coupon is called and takes off. */
const useCouponText = () => {
  const { t } = useTranslation();
  const { money } = useFormats();
  return ({ name, amountOff, percentOff, currency }: Coupon) =>
    percentOff === null
      ? t('billing.coupon.amountOff', { name, amount: money(fromMinor(amountOff ?? 0), currency) })
      : t('billing.coupon.percentOff', { name, percent: percentOff });
};
