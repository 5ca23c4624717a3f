import type { UseFormReturn } from 'react-hook-form';
import { Failure } from '#contract/errors.ts';
import { needsCard } from '#contract/pricing/pricing.ts';
import type { SubscriptionPrice } from '#contract/products.ts';
import { LoginType } from '#contract/statuses.ts';
import { api } from '#web/api/api.ts';
import { useCardPayment } from '#web/components/billing/card-payment.tsx';
import type { NewPlanTax } from '#web/components/billing/tax-location.ts';
import { isCouponError, type CouponState } from '#web/components/billing/use-coupon.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { setFormFailure } from '#web/pages/account/form-resolver.ts';
import { takeResumePath } from '#web/session/resume.ts';
import { homePath, landingPath, startSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

export type RegistrationValues = {
  organization: string;
  email: string;
  firstName: string;
  lastName: string;
};

type Person = Omit<Parameters<typeof api.accounts.register>[0]['body'], 'selectedSubscription'>;

type RegistrationOptions = {
  form: UseFormReturn<RegistrationValues>;
  price: SubscriptionPrice | undefined;
  coupon: CouponState;
  tax: NewPlanTax;
};

/**
 * Error code for a Google registration without an organization: Google only supplies the person
 * (R-ACC-21).
 */
export const organizationRequired: string = 'unnamed';

const names = ['organization', 'email', 'firstName', 'lastName'] as const;
const fieldOf = (name: string) =>
  name === 'account.verify.organizationTaken'
    ? 'organization'
    : names.find((known) => known === name);

/** Returns true for refusals that the form shows itself, next to a field or with the next step. */
const isShownInForm = ({ code, fields }: Failure) =>
  code === 'account.login.exists' || [code, ...Object.keys(fields)].some(fieldOf);

/**
 * Returns the functions that register with the chosen plan, and the card dialog that they open when
 * something is due immediately.
 */
export function useRegistration({ form, price, coupon, tax }: RegistrationOptions) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const dialogs = useDialogs();
  const payment = useCardPayment();
  const { setError, getValues } = form;

  const tell = async (error: unknown) => {
    const failure = error instanceof Failure ? error : new Failure('internal');
    if (isCouponError(failure.code)) return coupon.refuse(failure);
    if (isShownInForm(failure)) return setFormFailure(failure, { setError, fieldOf });
    await dialogs.error({ title: t('account.register.failed'), text: failureText(t, failure) });
  };

  /**
   * Registers and returns the server's answer. Returns undefined when the server refused, which is
   * shown already, or when the card dialog was closed.
   */
  const register = async (person: Person) => {
    if (!tax.check()) return undefined;
    const question = {
      title: t('billing.card.title'),
      text: t('billing.card.text'),
      label: texts.register(price, coupon.coupon, tax.total),
      needsCard: price !== undefined && needsCard(price),
    };
    const plan = {
      subscriptionPriceId: price?.id ?? '',
      subscriptionCoupon: coupon.code || null,
      ...(tax.isNeeded && { taxLocation: tax.taxLocation }),
    };
    try {
      return await payment.pay(question, (paid) =>
        api.accounts.register({
          body: { ...person, selectedSubscription: { ...plan, ...paid }, acceptsTerms: true },
        }),
      );
    } catch (error) {
      await tell(error);
      return undefined;
    }
  };

  /** Registers with Google, signs in, and returns the remembered page or the dashboard. */
  const registerGoogle = async (secretSignInKey: string) => {
    const { organization } = getValues();
    if (organization.trim() === '') {
      setError('organization', { type: organizationRequired }, { shouldFocus: true });
      return undefined;
    }
    const answer = await register({ loginType: LoginType.Gmail, secretSignInKey, organization });
    if (!answer) return undefined;
    const { user, token } = answer;
    if (!token) return homePath;
    startSession({ user, token });
    return landingPath(user, takeResumePath());
  };

  return { register, registerGoogle, dialog: payment.dialog };
}
