import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { defaultLocale, isLocale } from '#locales/locales.ts';
import { setRefusalPreparation } from '#web/api/api.ts';
import { loadLanguage, loadLateTexts } from '#web/session/language.ts';

setRefusalPreparation(loadLateTexts);

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
