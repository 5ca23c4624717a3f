import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSite } from '#web/layouts/marketing-site.ts';
import { useTranslation } from '#web/session/translation.ts';

type Props = {
  text: GoogleButtonText;
  onToken: (idToken: string) => void;
};

/**
 * Renders Google's sign-in button while a client id is configured (R-ACC-21). Renders nothing
 * when Google's script fails to load.
 */
export function GoogleButton(props: Props) {
  const { t } = useTranslation();
  const clientId = useSite()?.googleClientId;
  const [failed, setFailed] = useState(false);
  if (!clientId || failed) return null;
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('account.google.or')}
      </p>
      <RenderedButton {...props} clientId={clientId} onFail={() => setFailed(true)} />
    </>
  );
}

/** Returns the button's width, within the 200 to 400 pixels that Google accepts. */
const widthIn = (place: HTMLElement) => Math.max(200, Math.min(400, place.offsetWidth));

const isLight = () =>
  getComputedStyle(document.documentElement).colorScheme === 'light' ||
  (document.documentElement.dataset.theme === 'dynamic' &&
    window.matchMedia('(prefers-color-scheme: light)').matches);

type DrawnProps = {
  clientId: string;
  onFail: () => void;
} & Props;

function RenderedButton({ clientId, text, onToken, onFail }: DrawnProps) {
  const { locale } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const take = useEffectEvent(onToken);
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    let isShown = true;
    listenToGoogle((idToken) => take(idToken));
    initializeGoogle(clientId).then(
      (google) => {
        if (!isShown || !place.current) return;
        google.renderButton(place.current, {
          theme: isLight() ? 'outline' : 'filled_black',
          text,
          size: 'large',
          width: widthIn(place.current),
          locale,
        });
      },
      // The form works without Google, so a load failure is only reported.
      (error: unknown) => {
        window.reportError(error);
        if (isShown) fail();
      },
    );
    return () => {
      isShown = false;
    };
  }, [clientId, text, locale]);
  // Browsers paint an iframe whose color scheme differs from its page's on opaque white.
  return <div ref={place} className="flex min-h-11 justify-center scheme-light" />;
}

/** Texts of the button, by Google's names. */
type GoogleButtonText = 'signin_with' | 'signup_with' | 'continue_with';

/** The part of Google's script that the app uses: https://developers.google.com/identity/gsi/web */
type GoogleSignIn = {
  initialize: (settings: {
    client_id: string;
    callback: (answer: { credential: string }) => void;
  }) => void;
  renderButton: (
    place: HTMLElement,
    look: {
      theme: 'outline' | 'filled_black';
      text: GoogleButtonText;
      size: 'large';
      width: number;
      locale: string;
    },
  ) => void;
};

declare global {
  interface Window {
    google?: { accounts: { id: GoogleSignIn } };
  }
}

async function load(): Promise<GoogleSignIn> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.createElement('script');
  script.src = 'https://accounts.google.com/gsi/client';
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => reject(new Error('Google sign-in failed to load')));
  document.head.append(script);
  await promise;
  if (!window.google) throw new Error('Google sign-in failed to initialize');
  return window.google.accounts.id;
}

let listener: (idToken: string) => void = () => undefined;
let started: Promise<GoogleSignIn> | undefined;

/** Sets the callback that receives the ID token of the next Google sign-in. */
function listenToGoogle(next: (idToken: string) => void) {
  listener = next;
}

/**
 * Loads and initializes Google's script once, when the first button needs it. A failed load is
 * retried by the next call.
 */
function initializeGoogle(clientId: string) {
  started ??= load().then((google) => {
    google.initialize({
      client_id: clientId,
      callback: ({ credential }) => listener(credential),
    });
    return google;
  });
  started.catch(() => (started = undefined));
  return started;
}
