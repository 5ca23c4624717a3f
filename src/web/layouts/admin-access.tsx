import { ShieldCheck } from 'lucide-react';
import { Link, Outlet, useLocation } from 'react-router';
import type { OperatorRole } from '#contract/access.ts';
import type { Translate } from '#locales/translation.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { mayCall, rolesFor, type OperatorCall } from '#web/session/operator.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { adminEntries } from './admin-menu.ts';

/** Pages that do nothing but change something. */
const forms = /\/(new|edit)$/;

/**
 * Renders the page of the portal for operators whose role may read it. Says on top of it that a role only
 * reads it, and replaces pages that the role can't use by the reason (R-OPR-10).
 */
export function AdminOutlet() {
  const { pathname } = useLocation();
  const { operatorRole } = useSession().user;
  const entry = adminEntries.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  const { reads, writes } = entry ?? {};
  if (reads && !mayCall(operatorRole, reads)) return <Refusal call={reads} />;
  if (!writes || mayCall(operatorRole, writes)) return <Outlet />;
  if (forms.test(pathname)) return <Refusal call={writes} />;
  return (
    <>
      <ViewOnlyNote call={writes} />
      <Outlet />
    </>
  );
}

/** Returns the names of roles as a list with "or" in the page's language. */
const rolesText = (t: Translate, language: string, roles: readonly OperatorRole[]) =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(
    roles.map((role) => t(`operators.role.${role}`)),
  );

function useReason(call: OperatorCall) {
  const { t, locale } = useTranslation();
  const { operatorRole } = useSession().user;
  return t('operators.limitedText', {
    role: operatorRole ? t(`operators.role.${operatorRole}`) : '–',
    roles: rolesText(t, locale, rolesFor(call)),
  });
}

function ViewOnlyNote({ call }: { call: OperatorCall }) {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <ShieldCheck aria-hidden className="size-4 shrink-0" />
      <strong className="font-medium text-ink">{t('operators.limited')}</strong>
      {useReason(call)}
    </p>
  );
}

function Refusal({ call }: { call: OperatorCall }) {
  const { t } = useTranslation();
  return (
    <Card className="mx-auto my-auto w-full max-w-xl">
      <PageTitle>{t('operators.refused')}</PageTitle>
      <EmptyState
        icon={<ShieldCheck aria-hidden />}
        title={t('operators.refused')}
        isPage
        action={
          <Button variant="white" render={<Link to="/admin/dashboard" />}>
            {t('operators.back')}
          </Button>
        }
      >
        {useReason(call)}
      </EmptyState>
    </Card>
  );
}
