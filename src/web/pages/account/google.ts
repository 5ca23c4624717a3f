/** Texts of the button, by Google's names. */
export type GoogleButtonText = 'signin_with' | 'signup_with' | 'continue_with';

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
export function listenToGoogle(next: (idToken: string) => void) {
  listener = next;
}

/**
 * Loads and initializes Google's script once, when the first button needs it. A failed load is
 * retried by the next call.
 */
export function initializeGoogle(clientId: string) {
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
