import { useState } from 'react';
import type { FactorMethod, ProofMethod, StepUpMethod } from '#contract/factors/shapes.ts';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { useConfirmedElsewhere } from './confirmed-elsewhere.ts';
import { PasskeyProof } from './passkey-proof.tsx';
import { ProofForm, type Proof } from './proof-form.tsx';

type Purpose<P, M, Offered = M> = {
  /** `signIn`: a second factor is due, and the browser can be remembered; `stepUp`: a call needs it. */
  purpose: P;
  methods: Offered[];
  /** Host of the identity provider, if it is one of the methods. */
  provider?: string | undefined;
  /** Requests the options of a passkey. */
  startPasskey: () => Promise<Record<string, unknown>>;
  /** Sends the proof; throws the refusal. */
  submit: (proof: Proof<M>) => Promise<void>;
  /** Called with true when the person has authenticated otherwise, with false when they close the dialog. */
  onDone: (isConfirmed: boolean) => void;
};

type Props = Purpose<'signIn', FactorMethod> | Purpose<'stepUp', ProofMethod, StepUpMethod>;

/** Asks for a proof of identity by one of the person's methods; the first is offered. */
export function IdentityDialog(props: Props) {
  const { purpose, methods, provider = '', onDone } = props;
  const { t } = useTranslation();
  const [method, setMethod] = useState<StepUpMethod>(methods[0] ?? 'password');
  const others = methods.filter((other) => other !== method);
  const canRemember = purpose === 'signIn';
  const submit = props.submit as (proof: Proof<ProofMethod>) => Promise<void>;
  return (
    <Modal title={t(`security.${purpose}.title`)} onClose={() => onDone(false)}>
      <div className="grid gap-5">
        <p className="text-sm text-pretty text-muted">{t(`security.${purpose}.text`)}</p>
        {method === 'sso' && (
          <ElsewhereProof
            href="/account/sso/confirm"
            label={t('security.sso', { provider })}
            onDone={() => onDone(true)}
          />
        )}
        {method === 'google' && (
          <ElsewhereProof
            href="/account/google-again"
            label={t('security.google')}
            onDone={() => onDone(true)}
          />
        )}
        {method === 'passkey' && (
          <PasskeyProof canRemember={canRemember} start={props.startPasskey} submit={submit} />
        )}
        {method !== 'sso' && method !== 'google' && method !== 'passkey' && (
          <ProofForm key={method} method={method} canRemember={canRemember} submit={submit} />
        )}
        {others.length > 0 && <OtherMethods methods={others} onChoose={setMethod} />}
      </div>
    </Modal>
  );
}

type OtherProps = {
  methods: StepUpMethod[];
  onChoose: (method: StepUpMethod) => void;
};

function OtherMethods({ methods, onChoose }: OtherProps) {
  const { t } = useTranslation();
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-4">
      <p className="text-sm text-muted">{t('security.otherMethods')}</p>
      {methods.map((method) => (
        <button
          key={method}
          type="button"
          onClick={() => onChoose(method)}
          className="min-h-6 cursor-pointer text-sm font-semibold text-accent-ink underline-offset-4 hover:underline"
        >
          {t(`security.use.${method}`)}
        </button>
      ))}
    </div>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

type ElsewhereProofProps = {
  /** Page on which the person authenticates again. */
  href: string;
  label: string;
  onDone: () => void;
};

/**
 * Has the person authenticate again on a page in another tab, so that this page keeps its input: the page of the
 * identity provider, or the one that may load Google's script. The session stays the same.
 */
function ElsewhereProof({ href, label, onDone }: ElsewhereProofProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useConfirmedElsewhere(onDone);
  return (
    <div className="grid gap-5">
      <p role="status" className="text-sm text-muted empty:hidden">
        {isOpen && t('security.elsewhere')}
      </p>
      <a
        ref={focus}
        href={href}
        target="_blank"
        rel="noreferrer"
        onClick={() => setOpen(true)}
        className={buttonClass()}
      >
        {label}
      </a>
    </div>
  );
}
