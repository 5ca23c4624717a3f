import { useSyncExternalStore } from 'react';
import type { TenantSummary } from '#contract/membership.ts';
import { lastingCookie } from '#web/session/cookies.ts';
import { appThemeCookie } from '#web/session/visitor.ts';
import { applyTheme, toTheme } from '#web/theme/theme.ts';

type TenantTheme = Pick<TenantSummary, 'appTheme' | 'appColor'>;

/** Storage key of the user's preferred background, which overrides their organization's. */
const preferenceKey = 'app-background';

/** Shows the theme of the organization, with the background that the user prefers. */
export function applyAppTheme({ appTheme, appColor }: TenantTheme) {
  const theme = toTheme({
    theme: localStorage.getItem(preferenceKey) ?? appTheme,
    color: appColor,
  });
  applyTheme(theme);
  document.cookie = lastingCookie(appThemeCookie, `${theme.theme}.${theme.color}`);
}

const isLight = () => document.documentElement.dataset.theme === 'light';

function watchTheme(changed: () => void) {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Returns true while the page is light, whatever changes it. */
export const useIsLight = () => useSyncExternalStore(watchTheme, isLight, () => false);

/** Stores light or dark as the user's preference; returning to the organization's own clears it. */
export function preferLight(tenant: TenantTheme, light: boolean) {
  const wished = light ? 'light' : tenant.appTheme === 'light' ? 'dark' : tenant.appTheme;
  if (wished === tenant.appTheme) localStorage.removeItem(preferenceKey);
  else localStorage.setItem(preferenceKey, wished);
  applyAppTheme(tenant);
}
