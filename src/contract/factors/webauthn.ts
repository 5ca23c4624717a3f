import { z } from 'zod';
import { opaqueText } from '#contract/shapes.ts';

const encoded = (max: number) => opaqueText(max).min(1, 'field.required');

const credentialType = z.literal('public-key');
const extensionResults = z.record(z.string(), z.unknown()).default({});

/** Reply of the browser to a sign-in with a passkey: `AuthenticationResponseJSON` (WebAuthn Level 3, §5.1). */
export const passkeyAssertion = z.object({
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: credentialType,
  response: z.object({
    clientDataJSON: encoded(4_000),
    authenticatorData: encoded(4_000),
    signature: encoded(4_000),
    userHandle: opaqueText(200).nullish(),
  }),
  clientExtensionResults: extensionResults,
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;
export type PasskeyAssertionInput = z.input<typeof passkeyAssertion>;

/** Reply of the browser with a new passkey: `RegistrationResponseJSON` (WebAuthn Level 3, §5.1). */
export const passkeyAttestation = z.object({
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: credentialType,
  response: z.object({
    clientDataJSON: encoded(4_000),
    attestationObject: encoded(20_000),
    transports: z.array(opaqueText(20)).max(10).nullish(),
  }),
  clientExtensionResults: extensionResults,
});
export type PasskeyAttestation = z.output<typeof passkeyAttestation>;
export type PasskeyAttestationInput = z.input<typeof passkeyAttestation>;

/** Options of a WebAuthn call, which the browser gets as they are. */
export const passkeyOptions = z.record(z.string(), z.unknown());
