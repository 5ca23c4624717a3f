import type { entities, EntityNoun } from '#contract/entities/index.ts';
import type { DB } from '#server/platform/database/tables.ts';
import type { PersonalTable } from './personal-tables.ts';

const namesNobody = 'names no person';
const ofOrganization = 'belongs to the organization, and names no person';
const ofGrants = 'belongs to the organization; the audit log has the person who gave this access';
const ofCatalogue = 'is part of the catalog, and names no person';

type EntityTable = (typeof entities)[EntityNoun]['table'];

/** Tables that are left out of the copy of a person's data, with the reason (R-DAT-02). */
export const impersonalTables: Record<Exclude<keyof DB, PersonalTable | EntityTable>, string> = {
  announcements: namesNobody,
  audit_digests: namesNobody,
  billing_notifications: ofOrganization,
  billing_reconciliations: ofOrganization,
  chat_rooms: namesNobody,
  coupons: ofCatalogue,
  failed_invoices: ofOrganization,
  join_links: ofGrants,
  legal_texts: 'are published documents with the operator’s address at the time as their author',
  revenue_movements: ofOrganization,
  operator_invitations:
    'invite addresses that have no account, and end when the account is created',
  organization_archives: 'are copies of an organization; the audit log has who started them',
  passkey_challenges: 'are hashes of random values that expire within minutes',
  pending_seat_limits: ofOrganization,
  provider_events: 'are the payment provider’s messages about an organization’s subscription',
  resources: ofCatalogue,
  saml_keys: ofOrganization,
  scim_tokens: ofGrants,
  sso_connections: ofGrants,
  sso_requests: 'are hashes of random values and encrypted responses that expire within minutes',
  sso_sessions: 'are encrypted tokens of the identity provider: secrets',
  subscription_features: ofCatalogue,
  subscription_prices: ofCatalogue,
  subscription_products: ofCatalogue,
  support_actions: 'are about an organization; the audit log has the operator who did them',
  tenant_names: ofOrganization,
  tenant_policies:
    'are settings of the organization, one of which names the owner who keeps access',
  tenant_products: ofOrganization,
  tenants: 'are organizations; memberships have their names',
  transaction_imports: 'are files of an organization; the audit log has who imported them',
  usage_notices: ofOrganization,
  verified_domains: ofOrganization,
  webhook_deliveries: ofOrganization,
  webhook_endpoints: ofGrants,
  webhook_events: 'repeat changes of an organization’s rows for its programs, for days',
};
