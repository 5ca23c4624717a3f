import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { SubscriptionPrice } from '#contract/products.ts';
import { LoginType } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { usePricingTexts } from '#web/components/pricing-texts.ts';
import { resolverOf, showFailure, useFieldError } from '#web/pages/account/failures.ts';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { GoogleButton } from '#web/pages/account/google-button.tsx';
import { textLinkClass } from '#web/pages/account/panel.tsx';
import { loginPathWith } from '#web/pages/account/paths.ts';
import { home, signIn } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CouponBox } from './coupon.tsx';

type Values = {
  organization: string;
  email: string;
  firstName: string;
  lastName: string;
  coupon: string;
};

export type Registered = { email: string; verifyToken?: string | undefined };

interface Props {
  /** What is chosen beside the form. */
  price: SubscriptionPrice | undefined;
  /** What the address brings along. */
  given: { email: string | null; coupon: string | null | undefined };
  onDone: (registered: Registered) => void;
  /** Where the plan is chosen. */
  children: ReactNode;
}

const resolver = resolverOf<Values>('register');

/** The person and their organization, beside the plan. */
export function RegisterForm({ price, given, onDone, children }: Props) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const navigate = useNavigate();
  const told = useFieldError();
  const form = useForm<Values>({ resolver, mode: 'onChange' });
  const { register, handleSubmit, setError, getValues, formState } = form;
  const { errors, isSubmitting } = formState;

  const subscriptionWith = (coupon: string) => ({
    subscriptionPriceId: price?.id ?? '',
    subscriptionCoupon: coupon.trim() || null,
  });

  const submit = handleSubmit(async ({ coupon, ...person }) => {
    const selectedSubscription = subscriptionWith(coupon);
    try {
      const answer = await api.accounts.register({ body: { ...person, selectedSubscription } });
      onDone({ email: answer.user.email, verifyToken: answer.verifyToken });
    } catch (error) {
      showFailure(error, { setError, fieldOf });
    }
  });

  const submitGoogle = async (secretSignInKey: string) => {
    const { organization, coupon } = getValues();
    if (organization.trim() === '') {
      return setError('organization', { type: unnamed }, { shouldFocus: true });
    }
    const selectedSubscription = subscriptionWith(coupon);
    const google = { loginType: LoginType.Gmail, secretSignInKey };
    try {
      const { user, token } = await api.accounts.register({
        body: { ...google, organization, selectedSubscription },
      });
      if (token) signIn({ user, token });
      await navigate(home, { replace: true });
    } catch (error) {
      showFailure(error, { setError, fieldOf });
    }
  };

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      className="mt-6 grid items-start gap-6 rounded-xl border border-line bg-surface p-6 shadow-md sm:p-8 lg:grid-cols-2 lg:gap-10"
    >
      {children}
      <div className="grid gap-5">
        <TextField
          {...register('organization')}
          label={t('account.field.organization')}
          autoComplete="organization"
          error={
            errors.organization?.type === unnamed
              ? t('account.google.organizationFirst')
              : told(errors.organization)
          }
        />
        <TextField
          {...register('email')}
          type="email"
          label={t('account.field.email')}
          autoComplete="email"
          defaultValue={given.email ?? undefined}
          error={told(errors.email)}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...register('firstName')}
            label={t('account.field.firstName')}
            autoComplete="given-name"
            error={told(errors.firstName)}
          />
          <TextField
            {...register('lastName')}
            label={t('account.field.lastName')}
            autoComplete="family-name"
            error={told(errors.lastName)}
          />
        </div>
        <CouponBox input={register('coupon')} given={given.coupon} error={told(errors.coupon)} />
        <FormFailure
          errors={errors}
          title={t('account.register.failed')}
          next={{
            'account.login.exists': (
              <Link to={loginPathWith({ email: getValues('email') })} className={textLinkClass}>
                {t('account.register.otherEmail')}
              </Link>
            ),
          }}
        />
        <Button type="submit" loading={isSubmitting} className="min-h-11">
          {texts.register(price)}
        </Button>
        <GoogleButton text="signup_with" onToken={(idToken) => void submitGoogle(idToken)} />
      </div>
    </form>
  );
}

/** Google tells who registers, but not for which organization (section 5). */
const unnamed: string = 'unnamed';

const names = ['organization', 'email', 'firstName', 'lastName'] as const;

/** Everything that can be wrong with a coupon is told at the coupon. */
const fieldOf = (name: string) =>
  name.startsWith('billing.') && name.toLowerCase().includes('coupon')
    ? 'coupon'
    : names.find((known) => known === name);
