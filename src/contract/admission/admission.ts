import type { ErrorCode } from '#contract/errors.ts';

/** Facts about a caller in an organization that restricts them. */
export type AdmissionFacts = {
  credential: 'session' | 'key';
  /** How the person authenticated in the session; empty for a key. */
  methods: readonly string[];
  /**
   * Identity provider that opened the session: this organization's own, or that of another one. For a key `own` if its
   * creator can sign in by the provider of this organization.
   */
  provider: 'own' | 'other' | null;
  /** True if the account has a second factor. */
  hasFactor: boolean;
  /** Whole hours since the session began; 0 for a key. */
  ageHours: number;
  /** Policies of the organization, as they apply to the person; null: it has none. */
  policies: {
    /** Methods of which one must have been used; null: all but links by email. */
    methods: readonly string[] | null;
    /** Only the provider of the organization may open sessions. */
    enforcesSso: boolean;
    /** True if the person may enter without it in an emergency. */
    mayBreakGlass: boolean;
    /** True if the grace for a required second factor has ended, and the person has none. */
    factorOverdue: boolean;
    sessionHours: number | null;
  } | null;
};

/** Requirements of an organization or of the person's own account. */
export const restrictions = [
  'enforcedSso',
  'signInMethod',
  'requiredFactor',
  'ownFactor',
  'sessionLength',
] as const;
export type Restriction = (typeof restrictions)[number];

/** Restrictions that a kind of credential does not obey, with the reason. */
const exceptions: Record<AdmissionFacts['credential'], Partial<Record<Restriction, string>>> = {
  session: {},
  key: {
    signInMethod: 'No person signs in: the key was created in a session that fulfilled the policy.',
    ownFactor: 'A session that owes the factor can create no key.',
    sessionLength: 'A key has an expiry of its own.',
  },
};

const factorMethods = ['totp', 'recoveryCode', 'passkey'];
const passwordMethods = ['password', 'passkey'];

type Rule = (facts: AdmissionFacts) => ErrorCode | null;

const rules: Record<Restriction, Rule> = {
  enforcedSso: ({ credential, methods, provider, hasFactor, policies }) => {
    if (!policies?.enforcesSso || provider === 'own') return null;
    const isKey = credential === 'key';
    if (!policies.mayBreakGlass || !(isKey || includesAny(methods, passwordMethods)))
      return 'policy.ssoRequired';
    if (!hasFactor) return 'policy.secondFactor';
    return isKey || includesAny(methods, factorMethods) ? null : 'access.stepUpRequired';
  },
  signInMethod: ({ methods, provider, policies }) => {
    if (provider === 'own' || policies?.enforcesSso) return null;
    const allowed = policies?.methods ?? null;
    const fulfils = allowed ? includesAny(methods, allowed) : !methods.includes('link');
    return fulfils ? null : 'policy.signInMethod';
  },
  requiredFactor: ({ provider, policies }) =>
    policies?.factorOverdue && provider !== 'own' ? 'policy.secondFactor' : null,
  ownFactor: ({ methods, provider, hasFactor }) =>
    provider === 'other' && hasFactor && !includesAny(methods, factorMethods)
      ? 'access.stepUpRequired'
      : null,
  sessionLength: ({ ageHours, policies }) =>
    ageHours >= (policies?.sessionHours ?? Infinity) ? 'policy.sessionEnded' : null,
};

/**
 * Decides if a caller may enter an organization: returns the code of the refusal, null for admission. A caller without facts is not
 * restricted. The guard, the hub and keys ask it, each with the facts of its caller (decision 74).
 */
export function admissionOf(facts: AdmissionFacts | null): ErrorCode | null {
  if (!facts) return null;
  // A mailed link to set a password (`email`) is followed by the password that was set.
  const methods = facts.methods.map((method) => (method === 'email' ? 'password' : method));
  const due = restrictions.filter((restriction) => !exceptions[facts.credential][restriction]);
  for (const restriction of due) {
    const refusal = rules[restriction]({ ...facts, methods });
    if (refusal) return refusal;
  }
  return null;
}

const includesAny = (held: readonly string[], wanted: readonly string[]) =>
  wanted.some((one) => held.includes(one));
