import type { UseFormSetError } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { PasskeyAssertionInput } from '#contract/factors/webauthn.ts';
import { LoginType } from '#contract/statuses.ts';
import type { SignInReply } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { setFormFailure } from '#web/pages/account/form-resolver.ts';
import { takeResumePath } from '#web/session/resume.ts';
import { landingPath, startSession } from '#web/session/session.ts';

export type Credentials = { email: string; password: string };

type SignInOptions = { redirect: string | null; setError: UseFormSetError<Credentials> };

/** Returns the functions that sign in and open the page to return to; a refusal is set in the form. */
export function useSignIn({ redirect, setError }: SignInOptions) {
  const navigate = useNavigate();
  const enter = async (answer: Promise<SignInReply>) => {
    try {
      const session = await answer;
      startSession(session);
      const before = takeResumePath();
      await navigate(landingPath(session.user, redirect ?? before), { replace: true });
    } catch (error) {
      setFormFailure(error, {
        setError,
        fieldOf: (name) => (name === 'email' || name === 'password' ? name : undefined),
      });
    }
  };
  return {
    signIn: (body: Credentials) => enter(api.accounts.login({ body })),
    signInWithPasskey: (passkey: PasskeyAssertionInput) =>
      enter(api.factors.signInWithPasskey({ body: { passkey } })),
    signInWithGoogle: (secretSignInKey: string) =>
      enter(api.accounts.login({ body: { loginType: LoginType.Gmail, secretSignInKey } })),
  };
}
