-- Made first, before every function and table.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Each function is granted by name.
alter default privileges revoke execute on functions from public;
