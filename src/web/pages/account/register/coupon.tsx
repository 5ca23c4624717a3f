import { ChevronDown } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '#web/ui/text-field.tsx';

interface Props {
  input: UseFormRegisterReturn;
  /** The coupon that the visitor came with; it opens the box. */
  given: string | null | undefined;
  error: string | undefined;
}

/** The coupon, folded away until somebody has one. */
export function CouponBox({ input, given, error }: Props) {
  const { t } = useTranslation();
  // A refusal opens the box; typing the next coupon does not close it again.
  const reveal = (box: HTMLDetailsElement | null) => {
    if (box && error) box.open = true;
  };
  return (
    <details ref={reveal} className="kit-details group" open={Boolean(given)}>
      <summary className="inline-flex cursor-pointer list-none items-center gap-1.5 text-sm font-medium text-accent-ink [&::-webkit-details-marker]:hidden">
        {t('account.register.haveCoupon')}
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div className="pt-3">
        <TextField
          {...input}
          label={t('account.register.coupon')}
          hint={t('account.register.couponHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={given ?? undefined}
          error={error}
          optional
        />
      </div>
    </details>
  );
}
