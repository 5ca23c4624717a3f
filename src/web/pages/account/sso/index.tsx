import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { email } from '#contract/shapes.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import {
  setFormFailure,
  useFieldError,
  schemaResolver,
} from '#web/components/forms/form-failures.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { continueAtProvider } from '#web/components/sso/flow.ts';
import { continueInitiated, isInitiated } from '#web/components/sso/initiated.ts';
import { AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Route } from './+types/index.ts';

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

/** Validates the form that asks for an email. */
const byEmail = schemaResolver(z.object({ email }));

/** Validates the form of an organization's link, which asks for nothing. */
const byOrganization = schemaResolver(z.object({ email: z.string() }));

/**
 * Begins a sign-in at once if the provider has sent the person (R-SSO-18). Returns what the page shows meanwhile, and the
 * text of a refusal.
 */
function useInitiated(organization: string | undefined, query: URLSearchParams) {
  const { t } = useTranslation();
  const wanted = organization !== undefined && isInitiated(query);
  const [isBeginning, setBeginning] = useState(wanted);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (organization === undefined || !wanted) return;
    continueInitiated(organization, query).then(setBeginning, (failed: unknown) => {
      setError(failed);
      setBeginning(false);
    });
  }, [organization, query, wanted]);
  const refusal = error === null ? undefined : (failureText(t, error) ?? t('errors.internal'));
  const beginning = isBeginning ? (
    <AccountPanel title={t('sso.signIn.title')}>
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        {t('sso.signIn.finishing')}
      </p>
    </AccountPanel>
  ) : null;
  return { beginning, refusal };
}
