import type { Failure } from '#contract/errors.ts';
import { factorMethods, type StepUpMethod } from '#contract/factors/shapes.ts';
import type { SignInReply } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { storeToken } from '#web/api/credentials.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { topDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { IdentityDialog } from './identity-dialog.tsx';
import { TotpSetup, type TotpSecret } from './totp-setup.tsx';

/**
 * Asks for what a refused call lacks, in a dialog above the page: the second factor of a sign-in, or a recent
 * authentication. Resolves to null if the dialog is closed.
 */
export async function confirmIdentity(refusal: Failure) {
  if (refusal.code === 'account.secondFactorRequired') return completeSignIn(refusal);
  // One dialog for all calls that are refused meanwhile.
  confirmation ??= confirm(refusal).finally(() => {
    confirmation = null;
  });
  return (await confirmation) ? 'repeat' : null;
}

let confirmation: Promise<boolean> | null = null;

async function confirm({ code }: Failure) {
  const offered = await api.factors.getStepUpMethods();
  const isEnrolled = factorMethods.some((method) => offered.methods.includes(method));
  if (code === 'access.stepUpRequired' || isEnrolled) return authenticateAgain(offered);
  return enroll();
}

/** Returns the dialogs of the page; a call before the page is shown waits for them. */
async function waitForDialogs() {
  for (let tries = 0; tries < 100 && !topDialogs(); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return topDialogs();
}

/** Has an operator set up a second factor, before anything else is allowed (R-MFA-13). */
async function enroll() {
  const secret = await api.factors.startTotp();
  const dialogs = await waitForDialogs();
  const isDone = await dialogs?.open((answer) => <EnrollDialog secret={secret} onDone={answer} />);
  return isDone ?? false;
}

async function completeSignIn({ params }: Failure) {
  const offered = [params['methods'] ?? []].flat();
  const methods = factorMethods.filter((method) => offered.includes(method));
  const challenge = String(params['challenge']);
  let reply: SignInReply | null = null;
  await topDialogs()?.open((answer) => (
    <IdentityDialog
      purpose="signIn"
      methods={methods}
      startPasskey={() => api.factors.startPasskeySignIn({ body: { challenge } })}
      submit={async (proof) => {
        const body = { challenge, ...proof };
        reply = await api.factors.completeSignIn({ body });
        // The call has changed nothing, and is made again in this session.
        if (params['repeats']) storeToken(reply.token);
        answer(true);
      }}
      onDone={answer}
    />
  ));
  if (reply && params['repeats']) return 'repeat';
  return reply && { reply };
}

type Offered = { methods: StepUpMethod[]; provider?: string | undefined };

async function authenticateAgain({ methods, provider }: Offered) {
  const dialogs = await waitForDialogs();
  const isConfirmed = await dialogs?.open((answer) => (
    <IdentityDialog
      purpose="stepUp"
      methods={methods}
      provider={provider}
      startPasskey={() => api.factors.startPasskeyStepUp()}
      submit={async (proof) => {
        await api.factors.stepUp({ body: proof });
        answer(true);
      }}
      onDone={answer}
    />
  ));
  return isConfirmed ?? false;
}

type Props = {
  secret: TotpSecret;
  onDone: (isEnrolled: boolean) => void;
};

/** Has a person set up an authenticator app who may do nothing else without one (R-MFA-13). */
function EnrollDialog({ secret, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <Modal title={t('security.enroll.title')} onClose={() => onDone(false)}>
      <div className="grid gap-5">
        <Banner tone="info">{t('security.enroll.text')}</Banner>
        <TotpSetup secret={secret} onDone={() => onDone(true)} />
      </div>
    </Modal>
  );
}
