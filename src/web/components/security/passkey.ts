import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyAssertionInput, PasskeyAttestationInput } from '#contract/factors/webauthn.ts';
import { api } from '#web/api/api.ts';

/** Options of the server, which the contract passes on as they are. */
type Options = Record<string, unknown>;

const requestOptions = (options: Options) =>
  options as unknown as PublicKeyCredentialRequestOptionsJSON;
const creationOptions = (options: Options) =>
  options as unknown as PublicKeyCredentialCreationOptionsJSON;

const toAssertion = (reply: AuthenticationResponseJSON): PasskeyAssertionInput => ({
  ...reply,
  clientExtensionResults: {},
});

/** Has the browser ask for a passkey; throws if the person cancels. */
export const askForPasskey = async (options: Options) =>
  toAssertion(await startAuthentication({ optionsJSON: requestOptions(options) }));

/** Has the browser create a passkey; throws if the person cancels. */
export async function createPasskey(options: Options): Promise<PasskeyAttestationInput> {
  const reply = await startRegistration({ optionsJSON: creationOptions(options) });
  return { ...reply, clientExtensionResults: {} };
}

/** Milliseconds after which new options are requested: those of the server expire after ten minutes. */
const renewal = 9 * 60_000;

/**
 * Suggests passkeys in the field with `autocomplete="username webauthn"` until one is chosen (conditional mediation).
 * Resolves to null if the browser can't, when the signal aborts, or when another request of the page, like that of a
 * button or a dialog, has taken its place: the browser allows one at a time.
 */
export async function suggestPasskeys(signal: AbortSignal) {
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  let isRenewed = true;
  while (isRenewed) {
    const options = await api.factors.startPasskeySignIn({ body: {} });
    if (signal.aborted) return null;
    isRenewed = false;
    const timer = setTimeout(() => {
      isRenewed = true;
      WebAuthnAbortService.cancelCeremony();
    }, renewal);
    const reply = await startAuthentication({
      optionsJSON: requestOptions(options),
      useBrowserAutofill: true,
    }).catch(() => null);
    clearTimeout(timer);
    if (reply) return toAssertion(reply);
  }
  return null;
}
