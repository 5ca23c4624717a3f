import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { defaultLocale, isLocale } from '#locales/locales.ts';
import { trustOnlyHarmless } from '#web/components/trusted.ts';
import { loadLanguage } from '#web/session/language.ts';

trustOnlyHarmless();

const { lang } = document.documentElement;
const language = await loadLanguage(isLocale(lang) ? lang : defaultLocale);

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
