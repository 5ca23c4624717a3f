import {
  defaultPolicyMethods,
  policyMethods,
  type PoliciesInput,
  type PolicyMethod,
  type StoredPolicies,
} from '#contract/calls/policies.ts';

/** Ways to sign in that can be combined. */
export const combinedMethods = policyMethods.filter((method) => method !== 'sso');
type CombinedMethod = (typeof combinedMethods)[number];

/** Days to set up a second factor that the form suggests. */
const suggestedDays = 7;

/** Values of the form; an empty field is no policy. */
export type PolicyInput = {
  requiresFactor: boolean;
  factorDays: string;
  methods: CombinedMethod[];
  ssoOnly: boolean;
  breakGlassId: string;
  sessionHours: string;
  idleHours: string;
  domains: string;
};

const isCombined = (method: PolicyMethod): method is CombinedMethod => method !== 'sso';

export function toPolicyInput(policies: StoredPolicies): PolicyInput {
  const ssoOnly = policies.signInMethods?.includes('sso') === true;
  const methods = ssoOnly ? null : policies.signInMethods;
  return {
    requiresFactor: policies.factorDays !== null,
    factorDays: String(policies.factorDays ?? suggestedDays),
    methods: (methods ?? defaultPolicyMethods).filter(isCombined),
    ssoOnly,
    breakGlassId: policies.breakGlassId ?? '',
    sessionHours: String(policies.sessionHours ?? ''),
    idleHours: String(policies.idleHours ?? ''),
    domains: (policies.emailDomains ?? []).join('\n'),
  };
}

const toNumber = (text: string) => (text.trim() === '' ? null : Number(text));

function toMethods({ ssoOnly, methods }: PolicyInput): PolicyMethod[] | null {
  if (ssoOnly) return ['sso'];
  const chosen = policyMethods.filter((method) => isCombined(method) && methods.includes(method));
  return chosen.join() === defaultPolicyMethods.join() ? null : chosen;
}

/** Returns the policies of the form; the default methods are no policy. */
export function toPolicies(input: PolicyInput): PoliciesInput {
  const domains = input.domains.split(/[\s,;]+/).filter((domain) => domain !== '');
  return {
    factorDays: input.requiresFactor ? Number(input.factorDays) : null,
    signInMethods: toMethods(input),
    breakGlassId: input.ssoOnly && input.breakGlassId !== '' ? input.breakGlassId : null,
    sessionHours: toNumber(input.sessionHours),
    idleHours: toNumber(input.idleHours),
    emailDomains: domains.length === 0 ? null : domains,
  };
}
