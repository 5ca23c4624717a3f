-- Prices may be in any currency of the provider; the contract lists them (R-PRD-12).
alter table subscription_prices drop constraint subscription_prices_currency_check;
alter table subscription_prices
  add constraint subscription_prices_currency_check check (currency ~ '^[a-z]{3}$') not valid;
alter table tenants drop constraint tenants_currency_check;
alter table tenants
  add constraint tenants_currency_check check (currency ~ '^[a-z]{3}$') not valid;
alter table coupons drop constraint coupons_currency_check;
alter table coupons
  add constraint coupons_currency_check check (currency ~ '^[a-z]{3}$') not valid;
