import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import type { ErrorCode } from '#contract/errors.ts';
import { defaultLocale, isLocale } from '#locales/locales.ts';
import { setIdentityConfirmation } from '#web/api/api.ts';
import { loadLanguage, useShownTranslation } from '#web/session/language.ts';
import { TranslationContext } from '#web/session/translation.ts';

/** Refusals after which a person can confirm their identity. */
const confirmable: ErrorCode[] = [
  'account.secondFactorRequired',
  'access.stepUpRequired',
  'access.secondFactorRequired',
];

// Outside what pages wait for: a browser translates a page when it is complete.
void import('#web/session/page-translation.ts')
  .then(({ observeTranslations }) => observeTranslations())
  .catch(() => null);

/** Refusals of policies, each with a page that leads on. */
const entryRefusals: ErrorCode[] = [
  'policy.secondFactor',
  'policy.ssoRequired',
  'policy.signInMethod',
  'policy.sessionEnded',
];

setIdentityConfirmation(async (refusal) => {
  if (entryRefusals.includes(refusal.code)) {
    return (await import('./session/leave-for-entry.ts')).leaveForEntry();
  }
  if (!confirmable.includes(refusal.code)) return null;
  const part = await import('./components/security/confirm-identity.tsx').catch(() => null);
  return part && part.confirmIdentity(refusal);
});

const { lang } = document.documentElement;
const locale = isLocale(lang) ? lang : defaultLocale;
await loadLanguage(locale, window.location.pathname);

function App() {
  return (
    <TranslationContext value={useShownTranslation()}>
      <HydratedRouter />
    </TranslationContext>
  );
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
