import { Fingerprint } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { SignInSecurity } from '#contract/factors/shapes.ts';
import { singleLine } from '#contract/shapes.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { DateTime } from '#web/components/date-time.tsx';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { factorsQuery } from './factors-query.ts';
import { SecurityRow } from './security-row.tsx';
import { useBrowser } from './use-browser.ts';
import { useFactorChange } from './use-factor-change.ts';
import { useShowRecoveryCodes } from './use-show-recovery-codes.tsx';

type Passkey = SignInSecurity['passkeys'][number];

/** Lists the passkeys; they can be added, renamed and removed (R-MFA-10). */
export function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('security.passkeys.title')}>
      <SecurityRow
        icon={Fingerprint}
        title={t('security.passkeys.title')}
        text={t('security.passkeys.text')}
      >
        <AddPasskey />
      </SecurityRow>
      {passkeys.length > 0 && (
        <ul role="list" className="mb-2 divide-y divide-line border-t border-line pl-9">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyRow passkey={passkey} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AddPasskey() {
  const { t } = useTranslation();
  const { name } = useBrowser(navigator.userAgent);
  const showCodes = useShowRecoveryCodes();
  const add = useFactorChange({
    change: async () => {
      const options = await api.factors.startPasskey();
      const { createPasskey } = await import('./passkey.ts');
      const passkey = await createPasskey(options);
      return api.factors.addPasskey({ body: { name, passkey } });
    },
    done: t('security.passkeys.added'),
    failed: t('security.passkeyFailed'),
    onSuccess: ({ recoveryCodes }) => showCodes(recoveryCodes),
  });
  return (
    <Button size="sm" variant="white" loading={add.isPending} onClick={add.start}>
      {t('security.passkeys.add')}
    </Button>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const remove = useFactorChange({
    change: () => api.factors.removePasskey({ params: { id } }),
    question: {
      title: t('security.passkeys.removeTitle'),
      text: t('security.passkeys.removeText', { name }),
      yes: t('security.remove'),
    },
    done: t('security.passkeys.removed'),
  });
  const rename = () =>
    void dialogs.open((answer) => <RenamePasskey id={id} name={name} onDone={answer} />);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm font-medium break-words">{name}</p>
        <p className="text-sm text-muted">
          {lastUsedAt ? t('security.lastUsed') : t('security.passkeys.since')}{' '}
          <DateTime at={lastUsedAt ?? createdAt} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="white"
          size="sm"
          aria-label={t('security.passkeys.renameNamed', { name })}
          onClick={rename}
        >
          {t('security.passkeys.rename')}
        </Button>
        <Button
          variant="white"
          size="sm"
          aria-label={t('security.passkeys.removeNamed', { name })}
          loading={remove.isPending}
          onClick={remove.start}
        >
          {t('security.remove')}
        </Button>
      </div>
    </div>
  );
}

const schema = z.object({ name: singleLine(100).min(1, 'field.required') });

type Props = {
  id: string;
  name: string;
  onDone: (isRenamed: boolean) => void;
};

/** Renames a passkey in a dialog. */
function RenamePasskey({ id, name, onDone }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: schemaResolver(schema),
    defaultValues: { name },
  });
  const save = handleSubmit(async (body) => {
    try {
      await api.factors.updatePasskey({ params: { id }, body });
      await queryClient.invalidateQueries(factorsQuery);
      onDone(true);
    } catch (error) {
      const fieldOf = (field: string) => (field === 'name' ? field : undefined);
      setFormFailure(error, { setError, fieldOf });
    }
  });
  return (
    <Modal title={t('security.passkeys.renameTitle')} onClose={() => onDone(false)}>
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
        <TextField
          {...register('name')}
          label={t('security.passkeys.name')}
          autoComplete="off"
          error={errorText(formState.errors.name)}
        />
        <p role="alert" className="text-sm text-danger-ink empty:hidden">
          {errorText(formState.errors.root?.['server'])}
        </p>
        <Button type="submit" loading={formState.isSubmitting}>
          {t('common.action.save')}
        </Button>
      </form>
    </Modal>
  );
}
