import type { DB } from '#server/platform/database/tables.ts';

/**
 * Columns of the tables with rows of a person that the copy of their data shows (R-DAT-02). `personal-tables.test.ts` has the
 * reasons why the other columns, and other tables, are left out.
 */
export const personalTables = {
  users: `
    id email first_name last_name phone avatar type operator_role login_type google_sub locale time_zone
    verified_at active may_sign_in_unverified default_tenant_id accepted_terms accepted_privacy
    accepted_at notification_settings last_digest_on created_at changed_at`,
  sessions: `
    id user_agent methods created_at authenticated_at expires_at ends_at idle_seconds revoked_at
    writes_at reason sso_tenant_id break_glass_tenants`,
  remembered_devices: 'id user_agent created_at last_used_at expires_at',
  totp_factors: 'id created_at confirmed_at',
  passkeys: 'id name transports backed_up created_at last_used_at',
  recovery_codes: 'id created_at used_at',
  tokens: 'purpose address invited_to method created_at expires_at used_at',
  announcement_dismissals: 'announcement_id dismissed_at',
  emails: 'id subject locale created_at sent_at',
  billing_trials: 'created_at',
  memberships: `
    tenant_id id role status joined first_name last_name display_name phone phone_numbers
    external_id unaccepted created_at changed_at active_since checklist_hidden_at`,
  notifications: 'tenant_id id kind details shown in_digest created_at read_at',
  chat_messages: 'tenant_id position user_name message created_at',
  chat_reads: 'tenant_id position',
  comments: 'tenant_id id transaction_id comment edited_at created_at',
  api_keys: 'tenant_id id name prefix role scopes created_at expires_at last_used_at',
  sso_identities: 'tenant_id issuer subject created_at',
  sso_events: 'tenant_id id at protocol reference',
  cancellations: 'tenant_id id reason comment created_at withdrawn_at',
  audit_log: 'tenant_id id at action before after',
  billing_operations: 'for_tenant id kind state created_at updated_at',
} as const satisfies { [T in keyof DB]?: string };

export type PersonalTable = keyof typeof personalTables;

/** Returns the columns of a table that the copy of the data shows. */
export const exportedColumns = (table: PersonalTable): string[] =>
  personalTables[table].trim().split(/\s+/);
