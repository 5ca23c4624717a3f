const key = 'registration';
/** Lifetime of the proof on the server. */
const maxAgeMs = 24 * 3_600_000;

type Registration = { email: string; correctionToken: string; until: number };

/** Remembers the proof that allows to correct the address of this browser's latest registration. */
export function storeRegistration(email: string, correctionToken: string | undefined) {
  if (!correctionToken) return;
  localStorage.setItem(
    key,
    JSON.stringify({ email, correctionToken, until: Date.now() + maxAgeMs }),
  );
}

/** Returns the proof of the remembered registration with this address; undefined without one. */
export function correctionTokenOf(email: string): string | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Registration | null;
    if (stored && !(stored.until > Date.now())) localStorage.removeItem(key);
    else if (stored?.email === email) return stored.correctionToken;
    return undefined;
  } catch {
    return undefined;
  }
}
