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
  const { code, coupon, refusal } = state;
  // A refusal opens the box; typing another coupon keeps it open.
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
        {coupon ? <AppliedCoupon coupon={coupon} state={state} /> : <CouponInput state={state} />}
      </div>
    </details>
  );
}

/** Renders the coupon input: applied with the button, and silently checked on blur. */
function CouponInput({ state }: { state: CouponState }) {
  const { t } = useTranslation();
  const { code, isChecking, refusal } = state;
  const [typed, setTyped] = useState(code);
  const apply = () => void state.apply(typed);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
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
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => state.check(typed)}
        onKeyDown={onKeyDown}
        // The refusal is about the code that was sent, not about what is typed meanwhile.
        error={(typed.trim() === code && failureText(t, refusal)) || undefined}
        optional
      />
      <Button
        variant="white"
        className="mt-6.5 self-start"
        loading={isChecking}
        // Prevents blur, which would move the button under the pointer.
        onPointerDown={(event) => event.preventDefault()}
        onClick={apply}
      >
        {t('billing.coupon.apply')}
      </Button>
    </div>
  );
}

function AppliedCoupon({ coupon, state }: { coupon: Coupon; state: CouponState }) {
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
