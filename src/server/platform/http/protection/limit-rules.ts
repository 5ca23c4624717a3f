import type { RateLimitKind } from '#contract/endpoint.ts';
import type { LimitSubject } from './limit-keys.ts';

/** Limit of `times` attempts in `within` seconds; attempts with the result `except` are not counted. */
export type LimitRule = {
  per: LimitSubject;
  times: number;
  within: number;
  except?: 'success' | 'refusal';
  /**
   * Callers that a used-up rule does not refuse. `known`: devices on which the account signed in
   * before, and for rules by account also networks; each has a separate count. `proven`: requests with
   * a valid token or link, which can't be guessed.
   */
  exempts?: 'known' | 'proven';
};

const minute = 60;
const quarter = 15 * minute;
/** Seconds of an hour. */
export const hour = 60 * minute;

/** Limits of each kind of attempt (decisions/0028). */
export const rules: Record<RateLimitKind, readonly LimitRule[]> = {
  login: [
    // The network rule first: it also counts requests that the account rule refuses, which bounds how
    // often one network can trigger the lookup of known devices.
    { per: 'network', times: 50, within: quarter, except: 'success', exempts: 'known' },
    { per: 'account', times: 10, within: quarter, except: 'success', exempts: 'known' },
  ],
  // A challenge proves the first factor, so that strangers can't use up the attempts of an account.
  factor: [
    { per: 'challenge', times: 5, within: quarter, except: 'success' },
    { per: 'challenged', times: 10, within: quarter, except: 'success', exempts: 'known' },
    { per: 'challenged', times: 50, within: 24 * hour, except: 'success', exempts: 'known' },
  ],
  challenge: [{ per: 'network', times: 120, within: quarter }],
  passkey: [{ per: 'network', times: 50, within: quarter, except: 'success' }],
  password: [{ per: 'person', times: 10, within: quarter, except: 'success' }],
  register: [
    // A refused registration, for instance for a name that is taken, doesn't count by account.
    { per: 'account', times: 3, within: hour, except: 'refusal' },
    { per: 'network', times: 10, within: hour },
  ],
  join: [
    { per: 'network', times: 30, within: hour, except: 'refusal' },
    { per: 'address', times: 5, within: hour, except: 'refusal' },
    { per: 'linkedTenant', times: 60, within: hour, except: 'refusal' },
  ],
  reset: [
    { per: 'account', times: 3, within: hour, exempts: 'known' },
    { per: 'network', times: 20, within: hour, exempts: 'known' },
  ],
  verification: [
    { per: 'address', times: 3, within: hour },
    { per: 'network', times: 10, within: hour },
    { per: 'token', times: 3, within: hour },
  ],
  token: [
    { per: 'network', times: 20, within: quarter, except: 'success', exempts: 'proven' },
    // An invitation to a known account also asks for its password.
    { per: 'token', times: 10, within: quarter, except: 'success' },
  ],
  lookup: [{ per: 'network', times: 10, within: minute, except: 'success', exempts: 'proven' }],
  // An office of hundreds begins its day behind one address; the organization's other offices do, too.
  ssoStart: [
    { per: 'network', times: 600, within: quarter, exempts: 'known' },
    { per: 'ssoTenant', times: 3_000, within: quarter, exempts: 'known' },
  ],
  invite: [
    { per: 'tenant', times: 30, within: hour, except: 'refusal' },
    { per: 'person', times: 60, within: hour, except: 'refusal' },
    { per: 'network', times: 100, within: hour, except: 'refusal' },
    { per: 'address', times: 5, within: hour, except: 'refusal' },
  ],
  // Each call sends up to 50 emails; seats bound what an organization on a small plan can send.
  inviteMany: [
    { per: 'tenant', times: 10, within: hour, except: 'refusal' },
    { per: 'person', times: 10, within: hour, except: 'refusal' },
    { per: 'network', times: 20, within: hour, except: 'refusal' },
  ],
  upload: [
    { per: 'account', times: 20, within: hour, except: 'refusal' },
    // A file that is refused was received, and perhaps unpacked.
    { per: 'person', times: 60, within: hour },
  ],
  picture: [
    { per: 'account', times: 200, within: hour, except: 'refusal' },
    { per: 'tenant', times: 600, within: hour, except: 'refusal' },
  ],
  // Each may mail the members that it mentions.
  comment: [{ per: 'person', times: 120, within: hour, except: 'refusal' }],
  // Each call asks the payment provider.
  payLink: [{ per: 'token', times: 60, within: quarter }],
  // Each call reads every table with data of a person.
  personalData: [{ per: 'person', times: 10, within: hour, except: 'refusal' }],
  // Reading and checking a file takes up to a tenth of a second, also of one that is refused.
  import: [
    { per: 'person', times: 200, within: hour },
    { per: 'tenant', times: 600, within: hour },
  ],
};
