-- For how many days a plan keeps entries of the audit log (decision 68); 0: forever.
alter table subscription_products add column audit_days integer not null default 0;
alter table subscription_products
  add constraint subscription_products_audit_days_check check (audit_days >= 0) not valid;
