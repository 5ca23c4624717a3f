// Printed from the migrations by `npm run db:types`. Not to be edited by hand.
import type { ColumnType } from 'kysely';
import type { TenantId } from './isolation/ids.ts';

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AuditLog {
  action: string;
  actor_id: string | null;
  after: Json | null;
  at: Generated<Timestamp>;
  before: Json | null;
  id: Generated<string>;
  impersonator_id: string | null;
  person_id: string | null;
  request_id: string | null;
  target_id: string | null;
  tenant_id: string;
}

export interface BillingIntents {
  asked_by: Generated<Buffer | null>;
  created_at: Generated<Timestamp>;
  customer_id: string | null;
  for_tenant: TenantId;
  held_until: Generated<Timestamp>;
  holder: Generated<string>;
  id: Generated<string>;
  kind: string;
  max_users: number | null;
  request: Generated<Json>;
  service_id: string | null;
  state: Generated<string>;
  subject: string;
  subscription_price_id: string | null;
  updated_at: Generated<Timestamp>;
  user_id: string | null;
}

export interface BillingNotices {
  cause: string;
  tenant_id: string;
  told_at: Generated<Timestamp>;
}

export interface BillingSyncs {
  has_card: Generated<boolean>;
  synced_at: Generated<Timestamp>;
  tenant_id: string;
  version: Generated<number>;
}

export interface BillingTrials {
  created_at: Generated<Timestamp>;
  /**
   * what has had its trial: a card by the provider's fingerprint, tenant:<id>, or app.trial_person(email)
   */
  fingerprint: string;
  for_tenant: string | null;
  intent_id: string;
}

export interface JoinLinks {
  active: Generated<boolean>;
  public_url: Generated<boolean>;
  require_acceptance: Generated<boolean>;
  tenant_id: ColumnType<TenantId, string, string>;
  token: string;
}

export interface Mails {
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  dead_at: Timestamp | null;
  html: string;
  id: Generated<string>;
  last_error: string | null;
  locale: string;
  recipient: string;
  sent_at: Timestamp | null;
  subject: string;
  text: string;
}

export interface Memberships {
  created_at: Generated<Timestamp>;
  first_name: string | null;
  id: Generated<string>;
  joined: number;
  last_name: string | null;
  phone: string | null;
  role: number;
  status: number;
  tenant_id: ColumnType<TenantId, string, string>;
  user_id: string;
}

export interface MrrMovements {
  after: number;
  at: Generated<Timestamp>;
  before: number;
  currency: string;
  id: Generated<string>;
  kind: Generated<string>;
  subscription_price_id: string;
  tenant_id: string;
}

export interface ProviderEvents {
  attempts: Generated<number>;
  body: string;
  created_at: Timestamp;
  customer_id: string | null;
  id: string;
  last_error: string | null;
  livemode: boolean;
  received_at: Generated<Timestamp>;
  settled_at: Timestamp | null;
  type: string;
}

export interface Resources {
  created_at: Generated<Timestamp>;
  description: string | null;
  file: string | null;
  id: Generated<string>;
  roles: Generated<number[]>;
  sha256: string | null;
  size: number | null;
  tiers: Generated<number[]>;
  title: string;
  type: number;
}

export interface Sessions {
  created_at: Generated<Timestamp>;
  device: Buffer | null;
  ends_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: Generated<string>;
  idle_seconds: Generated<number>;
  impersonator_id: string | null;
  network: Buffer | null;
  reason: string | null;
  revoked_at: Timestamp | null;
  token_hash: Buffer;
  user_agent: Generated<string>;
  user_id: string;
}

export interface SubscriptionFeatures {
  id: Generated<string>;
  included: Generated<boolean>;
  key: string;
  order: number;
  subscription_product_id: string;
  translate_in_frontend: Generated<boolean>;
  value: string | null;
}

export interface SubscriptionPrices {
  active: Generated<boolean>;
  billing_period: number;
  currency: string;
  id: Generated<string>;
  price: number;
  price_before: number | null;
  service_id: Generated<string>;
  subscription_product_id: string;
  trial_days: Generated<number>;
  type: number;
}

export interface SubscriptionProducts {
  active: Generated<boolean>;
  badge: Generated<string>;
  created_at: Generated<Timestamp>;
  description: Generated<string>;
  id: Generated<string>;
  image: Generated<string>;
  max_users: Generated<number>;
  service_id: Generated<string>;
  tier: number;
  title: string;
}

export interface TenantProducts {
  cancelled_at: Timestamp | null;
  end_date: Timestamp | null;
  grace_ends: Timestamp | null;
  id: Generated<string>;
  service_id: string | null;
  start_date: Generated<Timestamp>;
  status: string;
  subscription_price_id: string;
  tenant_id: string;
  trial_ends: Timestamp | null;
}

export interface Tenants {
  app_color: Generated<string>;
  app_theme: Generated<string>;
  created_at: Generated<Timestamp>;
  currency: string | null;
  customer_id: string | null;
  domain: Generated<string>;
  icon: Generated<string>;
  id: Generated<TenantId>;
  logo: Generated<string>;
  logo_darkmode: Generated<string>;
  name: string;
  subdomain: Generated<string>;
}

export interface Tokens {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  invited_to: ColumnType<TenantId | null, string | null | undefined, string | null> | null;
  purpose: string;
  token_hash: Buffer;
  used_at: Timestamp | null;
  user_id: string;
}

export interface Transactions {
  category: string | null;
  created_at: Generated<Timestamp>;
  date: string;
  description: string;
  id: Generated<string>;
  image: string | null;
  price: number;
  quantity: number;
  tenant_id: string;
}

export interface Users {
  active: Generated<boolean>;
  avatar: Generated<string>;
  created_at: Generated<Timestamp>;
  default_tenant_id: ColumnType<TenantId | null, string | null, string | null> | null;
  email: string;
  first_name: Generated<string>;
  google_sub: string | null;
  id: Generated<string>;
  last_name: Generated<string>;
  locale: Generated<string>;
  login_type: Generated<number>;
  may_sign_in_unverified: Generated<boolean>;
  password_hash: string | null;
  phone: Generated<string>;
  type: Generated<number>;
  verified_at: Timestamp | null;
}

export interface DB {
  audit_log: AuditLog;
  billing_intents: BillingIntents;
  billing_notices: BillingNotices;
  billing_syncs: BillingSyncs;
  billing_trials: BillingTrials;
  join_links: JoinLinks;
  mails: Mails;
  memberships: Memberships;
  mrr_movements: MrrMovements;
  provider_events: ProviderEvents;
  resources: Resources;
  sessions: Sessions;
  subscription_features: SubscriptionFeatures;
  subscription_prices: SubscriptionPrices;
  subscription_products: SubscriptionProducts;
  tenant_products: TenantProducts;
  tenants: Tenants;
  tokens: Tokens;
  transactions: Transactions;
  users: Users;
}
