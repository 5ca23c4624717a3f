import type { ReactNode } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import type { Currency } from '#contract/money.ts';
import type { SubscriptionPrice } from '#contract/products.ts';
import { PlanTerms } from '#web/components/billing/plan-terms.tsx';
import { usePlanTerms } from '#web/components/billing/use-plan-terms.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { formResolver, useFieldError } from '#web/pages/account/form-resolver.ts';
import { GoogleButton } from '#web/pages/account/google-button.tsx';
import { LegalNotice, textLinkClass } from '#web/pages/account/panel.tsx';
import { loginPathWith } from '#web/pages/account/paths.ts';
import { storeRegistration } from '#web/pages/account/registration.ts';
import { useTranslation } from '#web/session/translation.ts';
import { TextField } from '#web/ui/text-field.tsx';
import {
  useRegistration,
  type RegistrationValues,
  organizationRequired,
} from './use-registration.ts';
import type { RegistrationResult } from './welcome.tsx';

type Props = {
  /** Price chosen in the plan picker. */
  price: SubscriptionPrice | undefined;
  currency: Currency;
  /** Email and coupon from the address (R-ACC-07). */
  given: { email: string | null; coupon: string | null | undefined };
  onDone: (registered: RegistrationResult) => void;
  /** The plan picker. */
  children: ReactNode;
};

const resolver = formResolver<RegistrationValues>('register');

/** Renders the registration form: person, organization, coupon and the plan picker. */
export function RegisterForm({ price, currency, given, onDone, children }: Props) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const navigate = useNavigate();
  const form = useForm<RegistrationValues>({ resolver, mode: 'onChange' });
  const terms = usePlanTerms(price, currency, given.coupon);
  const { coupon, tax } = terms;
  const { register, registerGoogle, dialog } = useRegistration({ form, price, ...terms });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (person) => {
    const answer = await register(person);
    if (!answer) return;
    const { user, correctionToken, verifyToken } = answer;
    storeRegistration(user.email, correctionToken);
    onDone({ email: user.email, verifyToken });
  });

  const submitGoogle = async (idToken: string) => {
    const landing = await registerGoogle(idToken);
    if (landing) await navigate(landing, { replace: true });
  };

  return (
    <>
      <form
        method="post"
        noValidate
        onSubmit={submit}
        className="mt-6 grid items-start gap-6 rounded-xl border border-line bg-surface p-6 shadow-md sm:p-8 lg:grid-cols-2 lg:gap-10"
      >
        {children}
        <div className="grid gap-5">
          <PersonFields form={form} email={given.email} />
          <PlanTerms terms={terms} currency={currency} />
          <FormFailure
            errors={errors}
            title={t('account.register.failed')}
            next={{
              'account.login.exists': (
                <Link
                  to={loginPathWith({ email: form.getValues('email') })}
                  className={textLinkClass}
                >
                  {t('account.register.otherEmail')}
                </Link>
              ),
            }}
          />
          <SubmitButton loading={isSubmitting || tax.preview.isLoading} className="min-h-11">
            {texts.register(price, coupon.coupon, tax.total)}
          </SubmitButton>
          <LegalNotice />
          <GoogleButton text="signup_with" onToken={(idToken) => void submitGoogle(idToken)} />
        </div>
      </form>
      {dialog}
    </>
  );
}

type PersonFieldsProps = {
  form: UseFormReturn<RegistrationValues>;
  email: string | null;
};

/** Renders the fields for the organization, the email and the name. */
function PersonFields({ form, email }: PersonFieldsProps) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <TextField
        {...register('organization')}
        label={t('account.field.organization')}
        autoComplete="organization"
        error={
          errors.organization?.type === organizationRequired
            ? t('account.google.organizationFirst')
            : errorText(errors.organization)
        }
      />
      <TextField
        {...register('email')}
        type="email"
        label={t('account.field.email')}
        autoComplete="email"
        defaultValue={email ?? undefined}
        error={errorText(errors.email)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...register('firstName')}
          label={t('account.field.firstName')}
          autoComplete="given-name"
          error={errorText(errors.firstName)}
        />
        <TextField
          {...register('lastName')}
          label={t('account.field.lastName')}
          autoComplete="family-name"
          error={errorText(errors.lastName)}
        />
      </div>
    </>
  );
}
