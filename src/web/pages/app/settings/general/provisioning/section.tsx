import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { maxScimTokens, scimTokenDays } from '#contract/scim/scim.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { SettingsSection } from '#web/components/settings-section.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CopyField } from './copy-field.tsx';
import { scimTokensQuery } from './queries.ts';
import { TokenRow } from './token-row.tsx';

/** Renders address and tokens for the directory of an entitled organization (R-SCM-01, R-SCM-02). */
export function ProvisioningSection() {
  const { t } = useTranslation();
  const readOnly = useReadOnly();
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { data: tokens, error } = useQuery(scimTokensQuery());
  if (error && !tokens) throw error;
  const valid = tokens?.filter(({ expired }) => !expired) ?? [];
  const isFull = valid.length >= maxScimTokens;
  return (
    <SettingsSection
      id="provisioning"
      title={t('provisioning.title')}
      text={t('provisioning.text')}
    >
      <Card>
        <div className="flex flex-col gap-5">
          <CopyField
            label={t('provisioning.address')}
            value={`${window.location.origin}/scim/v2`}
          />
          <div>
            <h3 className="text-sm font-medium">{t('provisioning.tokens')}</h3>
            {tokens ? (
              <ul
                ref={list}
                tabIndex={-1}
                role="list"
                className="divide-y divide-line outline-none"
              >
                {tokens.map((token) => (
                  <TokenRow
                    key={token.id}
                    token={token}
                    // The button is removed with its row, so the focus moves to the list.
                    onRevoked={() => list.current?.focus()}
                  />
                ))}
                {tokens.length === 0 && (
                  <li className="py-3 text-sm text-muted">{t('provisioning.none')}</li>
                )}
              </ul>
            ) : (
              <Skeleton className="mt-3 h-10" />
            )}
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="secondary"
              disabled={!tokens || isFull || readOnly !== null}
              onClick={() => setOpen(true)}
            >
              <KeyRound aria-hidden className="size-4" />
              {t('provisioning.create')}
            </Button>
            <p className="min-w-0 flex-1 basis-60 text-sm text-pretty text-muted">
              {t(isFull ? 'provisioning.full' : 'provisioning.rotation')}
            </p>
          </div>
        </div>
      </Card>
      {isOpen && <NewTokenDialog onClose={() => setOpen(false)} />}
    </SettingsSection>
  );
}

type Days = (typeof scimTokenDays)[number];

/** Asks how long a token is valid and creates it, then shows it once (R-SCM-02). */
function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { register, getValues } = useForm<{ days: Days }>({ defaultValues: { days: 365 } });
  const create = useMutation({
    mutationFn: () => api.scim.createToken({ body: getValues() }),
    onSettled: () => cache.invalidateQueries({ queryKey: tenantQueryKey('scim tokens') }),
  });
  if (create.data) {
    return (
      <Modal
        title={t('provisioning.createdTitle')}
        size="md"
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('common.action.close')}</Button>}
      >
        <div className="grid gap-5">
          <Banner tone="warning" role="status">
            {t('provisioning.once')}
          </Banner>
          <CopyField label={t('provisioning.token')} value={create.data.token} />
        </div>
      </Modal>
    );
  }
  return (
    <Modal
      title={t('provisioning.createTitle')}
      busy={create.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" disabled={create.isPending} onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button loading={create.isPending} onClick={() => create.mutate()}>
            {t('provisioning.create')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-sm text-pretty text-muted">{t('provisioning.createText')}</p>
        <Select
          label={t('provisioning.validFor')}
          options={scimTokenDays.map((value) => ({
            value,
            label: t('provisioning.days', { count: value }),
          }))}
          {...register('days', { valueAsNumber: true })}
        />
        <p role="alert" className="text-sm text-danger-ink empty:hidden">
          {create.error && failureText(t, create.error)}
        </p>
      </div>
    </Modal>
  );
}
