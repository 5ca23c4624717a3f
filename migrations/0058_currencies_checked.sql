-- Checks the rows that were there before 0057.
alter table subscription_prices validate constraint subscription_prices_currency_check;
alter table tenants validate constraint tenants_currency_check;
alter table coupons validate constraint coupons_currency_check;
