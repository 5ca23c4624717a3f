-- What an identity provider can reach, and how much unfinished sign-ins keep (decision 73).

-- Hash of the secret that the browser got which received the response of a SAML provider: it alone finishes the sign-in.
alter table sso_requests add column code_hash bytea;
