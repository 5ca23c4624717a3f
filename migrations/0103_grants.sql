-- Keys delete with a scope of its own, and give access only by inviting (R-KEY-02).
-- safe: an organization has at most fifty keys
update api_keys set scopes = array_remove(scopes, 'members:write') where 'members:write' = any (scopes);
