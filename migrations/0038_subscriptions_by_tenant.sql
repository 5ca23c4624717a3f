-- outside a transaction: writers continue while the index is built.
-- Finds a subscription within its organization. The provider gives each subscription to one customer, and so to
-- one organization: its id needs not be unique across tenants. The former index stays for the previous release.
drop index concurrently if exists tenant_products_own_service_id_key;
create unique index concurrently tenant_products_own_service_id_key
  on tenant_products (tenant_id, service_id);
