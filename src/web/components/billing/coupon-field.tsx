import { ChevronDown, CircleCheck, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { Coupon } from '#contract/billing/coupon.ts';
import { fromMinor } from '#contract/money.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { CouponState } from './use-coupon.ts';

/** Renders the collapsed coupon field: editable first, then locked with its discount (R-ACC-06). */
export function CouponField({ state }: { state: CouponState }) {
  const { t } = useTranslation();
  const { coupon, refusal, isGiven } = state;
  // A reply opens the box; it stays open while another coupon is typed.
  const reveal = (box: HTMLDetailsElement | null) => {
    if (box && (refusal || coupon)) box.open = true;
  };
  return (
    <details ref={reveal} className="kit-details group" open={isGiven}>
      <summary className="inline-flex cursor-pointer list-none items-center gap-1.5 text-sm font-medium text-accent-ink [&::-webkit-details-marker]:hidden">
        {t('account.register.haveCoupon')}
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div className="pt-3">
        <CouponInput state={state} />
      </div>
    </details>
  );
}

/**
 * Renders the coupon input: applied with the button, and silently checked on blur. Field and button stay the same when
 * it is applied or removed, so that they keep the focus.
 */
function CouponInput({ state }: { state: CouponState }) {
  const { t } = useTranslation();
  const { code, coupon, isChecking, refusal } = state;
  const [typed, setTyped] = useState(code);
  const apply = () => void state.apply(typed);
  const remove = () => {
    setTyped('');
    state.remove();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (coupon || event.key !== 'Enter') return;
    // Submits the coupon only, not the form around it.
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
        value={coupon ? code : typed}
        readOnly={coupon !== null}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => coupon ?? state.check(typed)}
        onKeyDown={onKeyDown}
        // The refusal is about the code that was sent, not about what is typed meanwhile.
        error={(typed.trim() === code && failureText(t, refusal)) || undefined}
        hint={coupon && <Applied coupon={coupon} />}
        optional={coupon === null}
      />
      <Button
        variant="white"
        className="mt-6.5 self-start"
        loading={isChecking}
        // Prevents blur, which would move the button under the pointer.
        onPointerDown={(event) => event.preventDefault()}
        onClick={coupon ? remove : apply}
      >
        {coupon && <X aria-hidden className="size-4" />}
        {t(coupon ? 'billing.coupon.remove' : 'billing.coupon.apply')}
      </Button>
    </div>
  );
}

function Applied({ coupon }: { coupon: Coupon }) {
  const texts = useCouponText();
  return (
    <span role="status" className="flex items-center gap-1.5 text-success-ink">
      <CircleCheck aria-hidden className="size-4 shrink-0" />
      {texts(coupon)}
    </span>
  );
}

/** Returns a function that renders a coupon's name and discount. */
function useCouponText() {
  const { t } = useTranslation();
  const { money } = useFormats();
  return ({ name, amountOff, percentOff, currency }: Coupon) =>
    percentOff === null
      ? t('billing.coupon.amountOff', {
          name,
          amount: money(fromMinor(amountOff ?? 0, currency), currency),
        })
      : t('billing.coupon.percentOff', { name, percent: percentOff });
}
