import type { DB } from '#server/platform/database/tables.ts';
import { accountTables } from './account-tables.ts';
import { type ColumnDecision, internal, ofPerson, ofTenant, secret } from './column-decisions.ts';

/** Tables with rows of a person in organizations, by the columns that the copy of their data shows. */
const memberTables = {
  memberships: {
    tenant_id: true,
    id: true,
    role: true,
    status: true,
    joined: true,
    first_name: true,
    last_name: true,
    display_name: true,
    phone: true,
    phone_numbers: true,
    external_id: true,
    unaccepted: true,
    created_at: true,
    changed_at: true,
    active_since: true,
    checklist_hidden_at: true,
    user_id: ofPerson,
    granted_by: internal,
    granted_at: internal,
  },
  notifications: {
    tenant_id: true,
    id: true,
    kind: true,
    details: true,
    shown: true,
    in_digest: true,
    created_at: true,
    read_at: true,
    user_id: ofPerson,
    cause: internal,
  },
  chat_messages: {
    tenant_id: true,
    position: true,
    user_name: true,
    message: true,
    created_at: true,
    user_id: ofPerson,
    client_id: internal,
  },
  chat_reads: { tenant_id: true, position: true, user_id: ofPerson },
  api_keys: {
    tenant_id: true,
    id: true,
    name: true,
    prefix: true,
    role: true,
    scopes: true,
    created_at: true,
    expires_at: true,
    last_used_at: true,
    created_by: ofPerson,
    token_hash: secret,
    former_hash: secret,
    former_until: internal,
    sso: internal,
    granted_by: internal,
    granted_at: internal,
  },
  sso_identities: {
    tenant_id: true,
    issuer: true,
    subject: true,
    created_at: true,
    user_id: ofPerson,
  },
  sso_events: {
    tenant_id: true,
    id: true,
    at: true,
    protocol: true,
    reference: true,
    email: ofPerson,
    outcome: 'tells owners how their identity provider is configured (R-SSO-08)',
  },
  cancellations: {
    tenant_id: true,
    id: true,
    reason: true,
    comment: true,
    created_at: true,
    withdrawn_at: true,
    tenant_product_id: internal,
  },
  audit_log: {
    tenant_id: true,
    id: true,
    at: true,
    action: true,
    before: true,
    after: true,
    actor_id: '`acted` tells whether it is this person',
    person_id: '`concerned` tells whether it is this person',
    impersonator_id: 'is another person, an operator; `impersonated` tells that they acted',
    service: 'acted instead of a person',
    target_id: ofTenant,
    request_id: internal,
  },
  billing_operations: {
    for_tenant: true,
    id: true,
    kind: true,
    state: true,
    created_at: true,
    updated_at: true,
    user_id: ofPerson,
    subject: internal,
    subscription_price_id: ofTenant,
    customer_id: ofTenant,
    service_id: ofTenant,
    request: ofTenant,
    max_users: ofTenant,
    lease_holder: internal,
    lease_ends_at: internal,
    requested_by: internal,
  },
} as const satisfies { [T in keyof DB]?: Record<keyof DB[T], ColumnDecision> };

/** Tables with rows of a person, by the columns that the copy of their data shows (R-DAT-02). */
export const personalTables = { ...accountTables, ...memberTables };

export type PersonalTable = keyof typeof personalTables;

/** Returns the columns of a table that the copy of the data shows. */
export const exportedColumns = (table: PersonalTable): string[] =>
  Object.entries<ColumnDecision>(personalTables[table])
    .filter(([, decision]) => decision === true)
    .map(([column]) => column);
