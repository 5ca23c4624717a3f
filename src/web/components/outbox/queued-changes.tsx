import { CloudUpload, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Failure, type ErrorCode, type ErrorParams } from '#contract/errors.ts';
import { storedTenantId, storeTenantId } from '#web/api/credentials.ts';
import type { QueuedChange } from '#web/api/kept-input.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { beforeSignOut, cachedUser } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { toast } from '#web/ui/toaster.tsx';
import {
  currentOutbox,
  discardQueued,
  subscribeToOutbox,
  subscribeToSent,
  takeBack,
} from './outbox.ts';

/** Shows how many changes wait to be sent, and on request which; nothing if there are none. */
export function QueuedChanges() {
  const { t } = useTranslation();
  const { changes, sending } = useSyncExternalStore(subscribeToOutbox, currentOutbox);
  const [isOpen, setOpen] = useState(false);
  const report = useEffectEvent((change: QueuedChange) => {
    void toast({ tone: 'success', title: t('drafts.queue.sent'), text: change.title });
  });
  useEffect(() => {
    const stop = subscribeToSent(report);
    return () => void stop();
  }, []);
  useAskAtSignOut(changes.length > 0);
  if (changes.length === 0) return null;
  const refused = changes.filter(({ refusal }) => refusal !== null).length;
  const isRefused = refused > 0;
  const Icon = isRefused ? TriangleAlert : CloudUpload;
  return (
    <>
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center"
      >
        <Button
          variant="white"
          className="pointer-events-auto shadow-lg"
          onClick={() => setOpen(true)}
        >
          <Icon aria-hidden className="size-4 text-warning-ink" />
          {t(isRefused ? 'drafts.queue.someRefused' : 'drafts.queue.waiting', {
            count: refused || changes.length,
          })}
        </Button>
      </div>
      {isOpen && (
        <Modal title={t('drafts.queue.title')} size="md" onClose={() => setOpen(false)}>
          <p className="text-sm text-pretty text-muted">{t('drafts.queue.text')}</p>
          <ul className="mt-4 divide-y divide-line">
            {changes.map((change) => (
              <Entry key={change.id} change={change} isSending={change.id === sending} />
            ))}
          </ul>
        </Modal>
      )}
    </>
  );
}

/** Asks before a sign-out discards changes that wait to be sent. */
const useAskAtSignOut = (isAny: boolean) => {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const ask = useEffectEvent(async () => {
    const question = {
      title: t('drafts.queue.signOutTitle'),
      text: t('drafts.queue.signOutText'),
      yes: t('drafts.queue.signOut'),
      no: t('drafts.queue.stay'),
      danger: true,
    };
    return !isAny || dialogs.confirm(question);
  });
  useEffect(() => {
    const leave = () => ask();
    beforeSignOut.add(leave);
    return () => void beforeSignOut.delete(leave);
  }, []);
};

function Entry({ change, isSending }: { change: QueuedChange; isSending: boolean }) {
  const { t } = useTranslation();
  const { title, refusal, form, tenant } = change;
  const organization = cachedUser()?.tenants.find((one) => one.tenant.id === tenant)?.tenant;
  const isElsewhere = organization !== undefined && tenant !== storedTenantId();
  const reason = () => {
    if (!refusal) return t(isSending ? 'drafts.queue.sending' : 'drafts.queue.isWaiting');
    const { code, params } = refusal;
    const failure = new Failure(code as ErrorCode, { params: params as ErrorParams });
    return failureText(t, failure) ?? t('errors.internal');
  };
  const open = async () => {
    await takeBack(change);
    if (isElsewhere) storeTenantId(tenant);
    // Loads a new document: the form, which may be open, reads the draft when it opens.
    window.location.assign(form.path);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p className="font-semibold break-words">{title}</p>
        {isElsewhere && <p className="text-muted">{organization.name}</p>}
        <p role="status" className={refusal ? 'text-danger-ink' : 'text-muted'}>
          {reason()}
        </p>
      </div>
      <div className="flex gap-2">
        {refusal && (
          <Button size="sm" onClick={() => void open()}>
            {t('drafts.queue.open')}
          </Button>
        )}
        <Button
          size="sm"
          variant="white"
          disabled={isSending}
          onClick={() => void discardQueued(change)}
        >
          {t('drafts.discard')}
        </Button>
      </div>
    </li>
  );
}
