import { useMutation } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import { languageNames, locales, type Locale } from '#locales/locales.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { SettingsSection } from '#web/components/settings-section.tsx';
import { changeAndSaveLanguage } from '#web/components/use-change-language.ts';
import { preferLight, useIsLight } from '#web/layouts/app-theme.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { cacheUser, useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { ProfileDetails } from './details.tsx';
import { UserOrganizations } from './organizations.tsx';

export const handle: RouteHandle = { title: 'common.menu.profile' };

/** Pages of the sections that this page had once, as bookmarks and sent emails name them. */
const pageOf: Record<string, string> = {
  '#security': 'security',
  '#factors': 'security',
  '#sessions': 'security',
  '#access': 'security',
  '#notifications': 'notifications',
  '#data': 'privacy',
  '#danger': 'privacy',
};

/** Renders the first page of the person's own settings: details, organizations and language (R-APP-07). */
export default function Profile() {
  const { t, textsOf } = useTranslation();
  const { user } = useSession();
  const { search, hash } = useLocation();
  const page = pageOf[hash];
  if (page) return <Navigate replace to={{ pathname: page, search, hash }} relative="path" />;
  return (
    <>
      <PageTitle>{t('settings.profile.title')}</PageTitle>
      <PageHeader title={t('settings.profile.title')} description={t('settings.profile.text')} />
      <SettingsSection {...textsOf('settings.profile.details')}>
        <ProfileDetails user={user} />
      </SettingsSection>
      <SettingsSection id="organizations" {...textsOf('settings.profile.organizations')}>
        <UserOrganizations user={user} />
      </SettingsSection>
      <SettingsSection {...textsOf('settings.profile.preferences')}>
        <Preferences />
      </SettingsSection>
    </>
  );
}

/** Changes the language of pages, without losing input, and of emails (R-APP-08); and the background in this browser. */
function Preferences() {
  const { t, locale } = useTranslation();
  const { tenant, user } = useSession();
  const isLight = useIsLight();
  const choose = useMutation({ mutationFn: changeAndSaveLanguage });
  const zone = useMutation({
    mutationFn: (timeZone: string) => api.users.updateTimeZone({ body: { timeZone } }),
    onSuccess: cacheUser,
  });
  const refusalOf = ({ error }: { error: Error | null }) =>
    error ? (failureText(t, error) ?? t('errors.internal')) : undefined;
  return (
    <Card>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          id="language"
          label={t('common.language.label')}
          hint={t('settings.profile.preferences.languageHint')}
          options={locales.map((each) => ({ value: each, label: languageNames[each] }))}
          value={locale}
          onChange={({ target }) => choose.mutate(target.value as Locale)}
          error={refusalOf(choose)}
        />
        <Select
          id="time-zone"
          label={t('settings.profile.preferences.timeZone')}
          hint={t('settings.profile.preferences.timeZoneHint')}
          options={timeZones(zone.variables ?? user.timeZone)}
          value={(zone.isError ? null : zone.variables) ?? user.timeZone ?? 'UTC'}
          onChange={({ target }) => zone.mutate(target.value)}
          error={refusalOf(zone)}
        />
        <Select
          id="background"
          label={t('settings.organization.look.title')}
          hint={t('settings.profile.preferences.backgroundHint')}
          options={(['dark', 'light'] as const).map((value) => ({
            value,
            label: t(`settings.organization.look.${value}`),
          }))}
          value={isLight ? 'light' : 'dark'}
          onChange={({ target }) => preferLight(tenant, target.value === 'light')}
        />
      </div>
    </Card>
  );
}

/** Returns the time zones that this browser knows, and the chosen one. */
function timeZones(chosen: string | null) {
  const names = new Set([chosen ?? 'UTC', 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...names].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
