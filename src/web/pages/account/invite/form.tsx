import { FormProvider, useForm, type FieldErrors } from 'react-hook-form';
import { Link } from 'react-router';
import { MemberStatus } from '#contract/statuses.ts';
import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { formResolver, setFormFailure, useFieldError } from '#web/pages/account/form-resolver.ts';
import { NewPasswordFields, passwordFieldOf } from '#web/pages/account/new-password.tsx';
import { LegalNotice, textLinkClass } from '#web/pages/account/panel.tsx';
import { forgotPathWith, loginPathWith } from '#web/pages/account/paths.ts';
import { storeResumePath } from '#web/session/resume.ts';
import { selectTenant, startSession, homePath } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type Values = {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  passwordConfirm: string;
};

const ownFields = ['email', 'firstName', 'lastName'] as const;

const resolvers = {
  anonymous: formResolver<Values>('request'),
  password: formResolver<Values>('current'),
  session: undefined,
};

type Props = {
  link: string;
  organization: string;
  /** The signed-in user; null when signed out. */
  account: User | null;
  /** True if that account has a password: one without is proven by the session. */
  hasPassword: boolean;
  /** Called when the request waits for acceptance. */
  onSent: (email: string) => void;
};

/**
 * Requests access through a join link. An existing account gives its password; for a new address
 * the chosen password creates an account (R-MEM-11).
 */
export function JoinRequestForm({ link, organization, account, hasPassword, onSent }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const proof = account ? (hasPassword ? 'password' : 'session') : 'anonymous';
  const form = useForm<Values>({ resolver: resolvers[proof], mode: 'onChange' });
  const { register, handleSubmit, setError, getValues, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (typed) => {
    const { password, passwordConfirm, firstName, lastName } = typed;
    const email = account?.email ?? typed.email;
    const body = {
      email,
      firstName,
      lastName,
      password,
      passwordConfirm,
      acceptsTerms: !account,
    };
    try {
      const member = await api.invitations.requestAccess({ params: { token: link }, body });
      if (member.status !== MemberStatus.Active) return onSent(email);
      // No acceptance required: signs in immediately (R-MEM-12).
      if (!account) startSession(await api.accounts.login({ body: { email, password } }));
      selectTenant(member.tenantId);
    } catch (error) {
      setFormFailure(error, {
        setError,
        fieldOf: (name) => ownFields.find((field) => field === name) ?? passwordFieldOf(name),
      });
    }
  });
  return (
    <FormProvider {...form}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        {account ? (
          <>
            <TextField
              type="email"
              label={t('account.field.email')}
              autoComplete="username"
              value={account.email}
              disabled
            />
            {proof === 'password' && (
              <PasswordField
                {...register('password')}
                label={t('account.field.password')}
                autoComplete="current-password"
                error={errorText(errors.password)}
              />
            )}
          </>
        ) : (
          <>
            <TextField
              {...register('email')}
              type="email"
              label={t('account.field.email')}
              autoComplete="username"
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
            <NewPasswordFields />
          </>
        )}
        <RequestRefusal
          errors={errors}
          link={link}
          organization={organization}
          email={account?.email ?? getValues('email')}
          isSignedIn={account !== null}
        />
        <SubmitButton loading={isSubmitting} className="min-h-11">
          {t('members.request.submit')}
        </SubmitButton>
        {!account && <LegalNotice />}
      </form>
    </FormProvider>
  );
}

type RequestRefusalProps = {
  errors: FieldErrors;
  link: string;
  organization: string;
  /** Address the request was made with. */
  email: string;
  isSignedIn: boolean;
};

/** Explains why a request was refused, with the next step for each cause. */
function RequestRefusal({ errors, link, organization, email, isSignedIn }: RequestRefusalProps) {
  const { t } = useTranslation();
  const full = t('members.request.full', { organization });
  return (
    <FormFailure
      errors={errors}
      title={t('members.request.failed')}
      next={{
        notFound: t('members.request.invalid'),
        'account.login.invalid': (
          <>
            {t('members.request.known')}{' '}
            <Link
              to={forgotPathWith({ email })}
              onClick={() => storeResumePath(`/invite/${link}`)}
              className={textLinkClass}
            >
              {t('account.login.forgot')}
            </Link>
          </>
        ),
        'tenant.existingUser': (
          <>
            {t('members.request.existing')}{' '}
            <Link to={isSignedIn ? homePath : loginPathWith({ email })} className={textLinkClass}>
              {isSignedIn ? t('members.invalid.home') : t('account.login.title')}
            </Link>
          </>
        ),
        'tenant.maxNumberOfUsers': full,
        'billing.readOnly': full,
      }}
    />
  );
}
