import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import type { ErrorCode } from '#contract/errors.ts';
import { defaultLocale, isLocale } from '#locales/locales.ts';
import { setIdentityConfirmation, setRefusalPreparation } from '#web/api/api.ts';
import { loadLanguage, loadLateTexts } from '#web/session/language.ts';

/** Refusals after which a person can confirm their identity. */
const confirmable: ErrorCode[] = [
  'account.secondFactorRequired',
  'access.stepUpRequired',
  'access.secondFactorRequired',
];

setRefusalPreparation(loadLateTexts);
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
const language = await loadLanguage(locale, window.location.pathname);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={language}>
        <HydratedRouter />
      </I18nextProvider>
    </StrictMode>,
  );
});
