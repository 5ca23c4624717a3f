-- Changes of the catalog are logged by the code that makes them (src/server/products/service/logged-rows.ts):
-- the catalog has a copy on every node, and a trigger would log each change once on every node.
drop trigger audits on subscription_products;
drop trigger audits on subscription_prices;
drop trigger audits on subscription_features;
