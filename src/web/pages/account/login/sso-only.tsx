import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import type { SsoOnlySignIn } from './use-sso-only.ts';

/** Takes the focus that was lost with the password field, which this replaces. */
function takeLostFocus(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus();
}

/**
 * Renders the end of the sign-in form for a person whose domain requires an identity provider. The password stays within
 * reach: for the owner with emergency access, and for other organizations.
 */
export function SsoOnly({ signIn }: { signIn: SsoOnlySignIn }) {
  const { t } = useTranslation();
  return (
    <div ref={takeLostFocus} tabIndex={-1} className="grid gap-4 outline-none">
      <p className="text-sm text-muted">{t('account.login.ssoOnly')}</p>
      <p role="alert" className="text-sm text-danger-ink empty:hidden">
        {signIn.error ? failureText(t, signIn.error) : null}
      </p>
      <Button type="submit" className="min-h-11" loading={signIn.isBusy}>
        {t('account.login.ssoContinue')}
      </Button>
      <Button
        variant="white"
        size="sm"
        className="justify-self-center"
        onClick={signIn.showPassword}
      >
        {t('account.login.usePassword')}
      </Button>
    </div>
  );
}

/** Leads to the identity provider of the organization at whose own address the page is (R-ADR-11). */
export function SsoButton({ signIn }: { signIn: SsoOnlySignIn }) {
  const { t } = useTranslation();
  return (
    <>
      <p role="alert" className="text-sm text-danger-ink empty:hidden">
        {signIn.error ? failureText(t, signIn.error) : null}
      </p>
      <Button
        variant="white"
        className="min-h-11"
        loading={signIn.isBusy}
        onClick={() => void signIn.start('')}
      >
        {t('account.login.ssoContinue')}
      </Button>
    </>
  );
}
