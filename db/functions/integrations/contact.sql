/** Verified addresses of the caller: tests of channels go only there. */
create or replace function own_contact() returns table (email text, phone text)
  language sql stable security definer set search_path = public as $$
  select case when p.email_verified_at is not null then p.email end,
    case when p.phone_verified_at is not null then p.phone end
  from person p where p.id = scope_person() and p.disabled_at is null $$;

grant execute on function own_contact to {{company}}, {{tree}}, {{platform}};
