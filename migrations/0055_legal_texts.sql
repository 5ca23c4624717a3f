-- Terms and privacy policy of the operator. Each save adds a version of one text in one language; a version number
-- counts the saves of its text in all languages. Before the first save of a language its template is shown.
create table legal_texts (
  id uuid primary key default app.uuid7(),
  kind text not null check (kind in ('terms', 'privacy')),
  version integer not null check (version > 0),
  language text not null check (language <> ''),
  -- Markdown
  text text not null check (text <> ''),
  -- People who accepted an older version are asked again.
  requires_acceptance boolean not null,
  -- Email of the operator who saved it.
  author text not null,
  created_at timestamptz not null default now(),
  unique (kind, version)
);
grant select on legal_texts to pregao_runtime;
grant select, insert on legal_texts to pregao_operator;
comment on table legal_texts is 'across tenants: terms and privacy of the operator, the same for all';
call app.audited('legal_texts', 'legalText', 'kind', 'version', 'language', '*text',
  'requires_acceptance', 'author');

-- Versions that a person accepted last; null: none. Zero is the template.
alter table users
  add column accepted_terms integer,
  add column accepted_privacy integer,
  add column accepted_at timestamptz;
grant select (accepted_terms, accepted_privacy, accepted_at),
  insert (accepted_terms, accepted_privacy, accepted_at),
  update (accepted_terms, accepted_privacy, accepted_at)
  on users to pregao_runtime;

-- As before (migration 15), with the acceptance.
drop trigger audits on users;
call app.audited('users', 'user', 'type', 'login_type', 'active', 'locale', 'default_tenant_id',
  'verified_at', 'may_sign_in_unverified', 'accepted_terms', 'accepted_privacy', 'accepted_at', '*email',
  '*first_name', '*last_name', '*phone', '*avatar', '*password_hash', '*google_sub');
