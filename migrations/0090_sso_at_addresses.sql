-- Single sign-on at organizations' own addresses (R-ADR-11, decision 61).

-- Organization at whose own address a sign-in began, and its host, to which the browser returns; null: the main site.
alter table sso_requests add column address_id uuid;
alter table sso_requests add column host text;
