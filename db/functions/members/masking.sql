-- Without a search path of their own, they are inlined into the statements that use them.
create or replace function masked_phone(phone_in text) returns text language sql immutable
  return case when phone_in is null then null
    else left(phone_in, greatest(length(phone_in) - 8, 2)) || '****' || right(phone_in, 4) end;

create or replace function masked_email(email_in text) returns text language sql immutable
  return case when email_in is null then null
    else left(email_in, 1) || '***' || substr(email_in, position('@' in email_in)) end;
