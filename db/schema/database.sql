-- Made first, before every function and table.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Product classes and serial numbers: stored as the gateway writes them, compared without case. Patterns and strpos
-- need `collate "default"`.
create collation if not exists identity_text (provider = icu, locale = 'und-u-ks-level2', deterministic = false);

-- Each function is granted by name.
alter default privileges revoke execute on functions from public;
