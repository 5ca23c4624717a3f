const key = 'registration';

/** Remembers the proof that allows to correct the address of this browser's latest registration. */
export const storeRegistration = (email: string, correctionToken: string | undefined) => {
  if (correctionToken) localStorage.setItem(key, JSON.stringify({ email, correctionToken }));
};

/** Returns the proof of the remembered registration with this address; undefined without one. */
export const correctionTokenOf = (email: string): string | undefined => {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, string> | null;
    return stored?.['email'] === email ? stored['correctionToken'] : undefined;
  } catch {
    return undefined;
  }
};
