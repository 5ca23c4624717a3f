-- Currency of an organization's transactions (R-ORG-13), which labels amounts and converts nothing; `currency` is the one
-- that the organization pays its plan in.

alter table tenants add column transaction_currency text not null default 'usd';
alter table tenants
  add constraint tenants_transaction_currency_check check (transaction_currency ~ '^[a-z]{3}$') not valid;
drop trigger audits on tenants;
call app.audited('tenants', 'tenant', 'name', 'subdomain', 'domain', 'icon', 'logo', 'logo_darkmode', 'app_theme',
  'app_color', 'currency', 'transaction_currency', '*customer_id');
