import { useForm } from 'react-hook-form';
import { Link, useParams, useSearchParams } from 'react-router';
import { z } from 'zod';
import { email } from '#contract/shapes.ts';
import { api } from '#web/api/api.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { continueAtProvider } from '#web/components/sso/flow.ts';
import { AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const byEmail = schemaResolver(z.object({ email }));
const byOrganization = schemaResolver(z.object({ email: z.string() }));

/** Starts to sign in at the identity provider of an organization, by email or by its link (R-SSO-05). */
export default function SsoPage() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { organization } = useParams();
  const [query] = useSearchParams();
  const form = useForm({
    resolver: organization === undefined ? byEmail : byOrganization,
    defaultValues: { email: query.get('e') ?? '' },
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  const start = handleSubmit(async (input) => {
    try {
      const body = organization === undefined ? { email: input.email } : { organization };
      if (!continueAtProvider(await api.sso.start({ body }))) {
        setError('root.none', { type: 'none' });
      }
    } catch (error) {
      setFormFailure(error, { setError, fieldOf: () => undefined });
    }
  });
  const failure = errors.root?.['none'] ? t('sso.signIn.none') : errorText(errors.root?.['server']);
  return (
    <AccountPanel
      title={t('sso.signIn.title')}
      text={t(organization === undefined ? 'sso.signIn.text' : 'sso.signIn.organizationText')}
      footer={
        <Link to="/account/login" className={textLinkClass}>
          {t('sso.signIn.back')}
        </Link>
      }
    >
      <form method="post" noValidate onSubmit={(event) => void start(event)} className="grid gap-5">
        {organization === undefined && (
          <TextField
            {...register('email')}
            type="email"
            label={t('sso.signIn.email')}
            autoComplete="username"
            error={errorText(errors.email)}
          />
        )}
        {failure !== undefined && (
          <Banner tone="danger" role="alert" title={t('sso.signIn.failed')}>
            {failure}
          </Banner>
        )}
        <SubmitButton
          loading={isSubmitting || (isSubmitSuccessful && !failure)}
          className="min-h-11"
        >
          {t('sso.signIn.continue')}
        </SubmitButton>
      </form>
    </AccountPanel>
  );
}
