import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { Failure } from '#contract/errors.ts';
import { api } from '#web/api/api.ts';
import { setFormFailure, useFieldError } from '#web/components/forms/form-failures.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { continueAtProvider } from '#web/components/sso/flow.ts';
import { AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { Banner } from '#web/ui/banner.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Route } from './+types/index.ts';
import { useInitiated } from './initiated.tsx';
import { byEmail, byOrganization } from './input.ts';

const noProvider = { organization: null, host: null };

/** Loads whose provider the link leads to; null for a page without a link, or without a provider. */
export async function loader({ context, params: { organization } }: Route.LoaderArgs) {
  if (organization === undefined) return null;
  const { sso } = context.get(visitorContext).api;
  const found = await sso.findProvider({ body: { organization } }).catch((error: unknown) => {
    // A text that can be the name of no organization.
    if (error instanceof Failure && error.code === 'validation') return noProvider;
    throw error;
  });
  const { organization: name, host } = found;
  return name === null || host === null ? null : { name, host };
}

/**
 * Starts to sign in at the identity provider of an organization, by email or by its link (R-SSO-05). Names the provider
 * of a link, which a stranger may have sent.
 */
export default function SsoPage({ loaderData: provider, params }: Route.ComponentProps) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  // A link without a provider asks for the email.
  const organization = provider ? params.organization : undefined;
  const [query] = useSearchParams();
  const { beginning, refusal } = useInitiated(organization, query);
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
  const failure = errors.root?.['none']
    ? t('sso.signIn.none')
    : (errorText(errors.root?.['server']) ?? refusal);
  if (beginning) return beginning;
  return (
    <AccountPanel
      title={t('sso.signIn.title')}
      text={provider ? t('sso.signIn.providerText', provider) : t('sso.signIn.text')}
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
