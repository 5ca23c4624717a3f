/** Place of a kind of encrypted secret: its table, the columns that hold it, and the column with its owner's id. */
export type SecretPlace = {
  table: string;
  columns: readonly string[];
  owner: string;
  /** Name in messages. */
  label: string;
};

/**
 * Encrypted secrets that the database keeps, by purpose. All of them are encrypted again when the key changes
 * (`stored-secrets.ts`), so that a new kind needs an entry here.
 */
export const storedSecrets = {
  totp: {
    table: 'totp_factors',
    columns: ['secret'],
    owner: 'user_id',
    label: 'authenticator apps',
  },
  'sso client secret': {
    table: 'sso_connections',
    columns: ['client_secret'],
    owner: 'tenant_id',
    label: 'client secrets of single sign-on',
  },
  'saml key': {
    table: 'saml_keys',
    columns: ['private_key'],
    owner: 'tenant_id',
    label: 'keys for SAML',
  },
  'sso sign-out hint': {
    table: 'sso_sessions',
    columns: ['hint'],
    owner: 'session_id',
    label: 'sessions at identity providers',
  },
  webhook: {
    table: 'webhook_endpoints',
    columns: ['signing_key', 'former_key'],
    owner: 'id',
    label: 'signing keys of webhooks',
  },
} as const satisfies Record<string, SecretPlace>;

/** Purposes of secrets that are kept for minutes only: they are lost with the key. */
type BriefPurpose = 'saml response' | 'sso identity';

/** Purpose for which a secret is encrypted. */
export type SecretPurpose = keyof typeof storedSecrets | BriefPurpose;
