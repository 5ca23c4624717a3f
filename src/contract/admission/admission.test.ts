import { describe, expect, test } from 'vitest';
import { admissionOf, type AdmissionFacts } from './admission.ts';

type Policies = NonNullable<AdmissionFacts['policies']>;
type Changes = Partial<Omit<AdmissionFacts, 'policies'>> & { policies?: Partial<Policies> | null };

const open: Policies = {
  methods: null,
  enforcesSso: false,
  mayBreakGlass: false,
  factorOverdue: false,
  sessionHours: null,
};
/** Returns the decision about a session by password, with changes. */
const decide = ({ policies = {}, ...facts }: Changes) =>
  admissionOf({
    credential: 'session',
    methods: ['password'],
    provider: null,
    hasFactor: false,
    ageHours: 0,
    ...facts,
    policies: policies && { ...open, ...policies },
  });

test('a caller without facts enters', () => {
  expect(admissionOf(null)).toBeNull();
});

describe('without policies', () => {
  test.each<[string, Changes, string | null]>([
    ['a password', {}, null],
    ['a link', { methods: ['link'] }, 'policy.signInMethod'],
    ['a link at the own provider', { methods: ['link'], provider: 'own' }, null],
    ['another provider', { methods: ['sso'], provider: 'other' }, null],
    [
      'another provider past a factor',
      { methods: ['sso'], provider: 'other', hasFactor: true },
      'access.stepUpRequired',
    ],
    [
      'another provider and a factor',
      { methods: ['sso', 'totp'], provider: 'other', hasFactor: true },
      null,
    ],
    [
      'the own provider past a factor',
      { methods: ['sso'], provider: 'own', hasFactor: true },
      null,
    ],
    ['a password past a factor, on a remembered device', { hasFactor: true }, null],
    ['a key', { credential: 'key', methods: [] }, null],
  ])('by %s', (_how, facts, expected) => {
    expect(decide({ ...facts, policies: null })).toBe(expected);
  });
});

describe('allowed methods', () => {
  test.each<[string, Changes, string | null]>([
    ['one of them', { methods: ['google'] }, null],
    ['another one', { methods: ['password'] }, 'policy.signInMethod'],
    ['none', { methods: [] }, 'policy.signInMethod'],
    ['one of them and a factor', { methods: ['google', 'totp'] }, null],
    ['the own provider', { methods: ['sso'], provider: 'own' }, null],
    ['another provider', { methods: ['sso'], provider: 'other' }, 'policy.signInMethod'],
    ['a key', { credential: 'key', methods: [] }, null],
  ])('%s', (_how, facts, expected) => {
    expect(decide({ ...facts, policies: { methods: ['google', 'link'] } })).toBe(expected);
  });

  test('a mailed link to set a password counts as the password', () => {
    expect(decide({ methods: ['email'], policies: { methods: ['password'] } })).toBeNull();
  });
});

describe('a required second factor', () => {
  test.each<[string, Changes, string | null]>([
    ['a session', {}, 'policy.secondFactor'],
    ['a key', { credential: 'key', methods: [] }, 'policy.secondFactor'],
    ['the own provider', { methods: ['sso'], provider: 'own' }, null],
    ['another provider', { methods: ['sso'], provider: 'other' }, 'policy.secondFactor'],
  ])('%s', (_how, facts, expected) => {
    expect(decide({ ...facts, policies: { factorOverdue: true } })).toBe(expected);
  });
});

describe('enforced single sign-on', () => {
  const emergency = { mayBreakGlass: true };
  test.each<[string, Changes, string | null]>([
    ['the own provider', { methods: ['sso'], provider: 'own' }, null],
    ['a password', {}, 'policy.ssoRequired'],
    ['another provider', { methods: ['sso'], provider: 'other' }, 'policy.ssoRequired'],
    ['a key', { credential: 'key', methods: [], hasFactor: true }, 'policy.ssoRequired'],
    [
      'a key of a member with an identity',
      { credential: 'key', methods: [], provider: 'own' },
      null,
    ],
    ['an emergency by link', { methods: ['link'], policies: emergency }, 'policy.ssoRequired'],
    ['an emergency without a factor', { policies: emergency }, 'policy.secondFactor'],
    [
      'an emergency with an unused factor',
      { hasFactor: true, policies: emergency },
      'access.stepUpRequired',
    ],
    [
      'an emergency with a factor',
      { methods: ['password', 'recoveryCode'], hasFactor: true, policies: emergency },
      null,
    ],
    [
      'an emergency by passkey',
      { methods: ['passkey'], hasFactor: true, policies: emergency },
      null,
    ],
    [
      'a key of the owner for emergencies',
      { credential: 'key', methods: [], hasFactor: true, policies: emergency },
      null,
    ],
  ])('%s', (_how, { policies, ...facts }, expected) => {
    expect(decide({ ...facts, policies: { ...policies, enforcesSso: true } })).toBe(expected);
  });
});

describe('the length of a session', () => {
  test.each<[string, Changes, string | null]>([
    ['shorter', { ageHours: 7 }, null],
    ['as long', { ageHours: 8 }, 'policy.sessionEnded'],
    ['as long, by the own provider', { ageHours: 8, provider: 'own' }, 'policy.sessionEnded'],
    ['a key', { credential: 'key', methods: [], ageHours: 8 }, null],
  ])('%s', (_how, facts, expected) => {
    expect(decide({ ...facts, policies: { sessionHours: 8 } })).toBe(expected);
  });
});
