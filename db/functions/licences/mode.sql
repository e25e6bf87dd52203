/** Licensing mode of this installation: `platform`, or `files` from trusted issuers only. */
create or replace function licence_mode() returns text language sql stable security definer set search_path = public as $$
  select coalesce((select value from installation where key = 'licence_mode'), 'platform') $$;

/** Stores the value of NETWARD_LICENCE_MODE. A change recomputes the quotas of every company. */
create or replace function set_licence_mode(mode_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  each bigint;
begin
  if licence_mode() = mode_in then return; end if;
  insert into installation as i (key, value) values ('licence_mode', mode_in)
  on conflict (key) do update set value = excluded.value;
  for each in select id from company order by id loop
    perform refresh_entitlement(each);
  end loop;
end $$;

/** Refuses any grant of quota other than by a licence file. */
create or replace function require_platform_licensing() returns void
  language plpgsql stable security definer set search_path = public as $$
begin
  if licence_mode() = 'files' then raise exception 'licence.files_only' using errcode = 'NW001'; end if;
end $$;

grant execute on function set_licence_mode to {{login}};
grant execute on function licence_mode to {{company}}, {{tree}}, {{platform}};
