import { useQuery } from '@tanstack/react-query';
import { Copy, RotateCcwKey } from 'lucide-react';
import { useRef } from 'react';
import { Outlet, Link } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { subscriptionPath, useReadOnly } from '#web/components/billing/use-read-only.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { InviteButton } from './invite-button.tsx';
import { MemberTable } from './member-table.tsx';
import { membersQuery } from './queries.ts';
import { inviterNames, seatUsage } from './rules.ts';
import { useSeatLimitAction, useSeatLimitText, useSeatLimitPrompt } from './seat-limit.ts';
import { useInviteSettings } from './use-invite-settings.ts';

export const handle: RouteHandle = { title: 'app.menu.members' };

/** Lists the members of the organization, with invitations and the join link. */
export default function Members() {
  const { t, locale } = useTranslation();
  const session = useSession();
  const { tenant, role } = session;
  const { data: members, error } = useQuery(membersQuery(tenant.id));
  if (error && !members) throw error;
  const isManager = roleAllows(role, Role.Admin);
  const { isFull } = seatUsage(session, members);
  return (
    <>
      <PageTitle>{t('members.title')}</PageTitle>
      <PageHeader
        title={t('members.title')}
        description={
          isManager || !members ? (
            <span className="max-sm:sr-only">
              {t('members.text', { organization: tenant.name })}
            </span>
          ) : (
            t('members.ask', { names: inviterNames(members, locale) })
          )
        }
        actions={<InviteButton members={members}>{t('app.menu.inviteMember')}</InviteButton>}
      />
      {isManager && isFull && <SeatLimitBanner />}
      <MemberTable members={members} />
      {isManager && <JoinLinkSettings isFull={isFull} />}
      <Outlet />
    </>
  );
}

/** Warns that the seat limit is reached, with a link to upgrade if a plan has more (R-MEM-06). */
function SeatLimitBanner() {
  const { t } = useTranslation();
  const text = useSeatLimitText();
  const action = useSeatLimitAction();
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('errors.tenant.maxNumberOfUsers')}
      action={
        action && (
          <Button size="sm" variant="white" render={<Link to={subscriptionPath} />}>
            {action}
          </Button>
        )
      }
    >
      {text}
    </Banner>
  );
}

/** Renders the settings of the join link, for owners and admins (R-MEM-10). */
function JoinLinkSettings({ isFull }: { isFull: boolean }) {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const { settings, change } = useInviteSettings();
  const readOnly = useReadOnly();
  return (
    <Card id="join-link" title={t('members.link.title')} description={t('members.link.text')}>
      {settings ? (
        <fieldset disabled={readOnly !== null} className="flex flex-col gap-5">
          <Switch
            label={t('members.link.enable')}
            hint={t('members.link.enableHint', { organization: tenant.name })}
            checked={settings.linkActive}
            onChange={({ target }) => change({ linkActive: target.checked })}
          />
          {settings.linkActive && (
            <>
              <JoinLinkAddress
                address={`${window.location.origin}/invite/${settings.link}`}
                isFull={isFull}
                onReset={() => change({ reset: true })}
              />
              <Switch
                label={t('members.link.acceptance')}
                hint={t('members.link.acceptanceHint')}
                checked={settings.requireAcceptance}
                onChange={({ target }) => change({ requireAcceptance: target.checked })}
              />
              <Switch
                label={t('members.link.publicUrl')}
                hint={t('members.link.publicUrlHint')}
                checked={settings.publicUrl}
                onChange={({ target }) => change({ publicUrl: target.checked })}
              />
            </>
          )}
        </fieldset>
      ) : (
        <Skeleton className="h-11 max-w-md" />
      )}
    </Card>
  );
}

type Props = { address: string; isFull: boolean; onReset: () => void };

/**
 * Renders the join link with buttons to copy and to reset it. At the seat limit copying is blocked
 * (R-MEM-06).
 */
function JoinLinkAddress({ address, isFull, onReset }: Props) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const promptFull = useSeatLimitPrompt();
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (isFull) return promptFull();
    try {
      await navigator.clipboard.writeText(address);
      await toast({ tone: 'success', title: t('members.link.copied') });
    } catch {
      // The clipboard API needs a secure origin; select the text instead.
      field.current?.select();
      await toast({ tone: 'info', title: t('members.link.notCopied') });
    }
  };
  const reset = async () => {
    const sure = await dialogs.confirm({
      title: t('members.link.resetTitle'),
      text: t('members.link.resetText'),
      yes: t('members.link.reset'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (sure) onReset();
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        ref={field}
        label={t('members.link.address')}
        value={address}
        readOnly
        disabled={isFull}
        className="flex-1 basis-72"
      />
      <Button variant="secondary" onClick={() => void copy()}>
        <Copy aria-hidden className="size-4" />
        {t('members.link.copy')}
      </Button>
      <Button variant="white" onClick={() => void reset()}>
        <RotateCcwKey aria-hidden className="size-4" />
        {t('members.link.reset')}
      </Button>
    </div>
  );
}
