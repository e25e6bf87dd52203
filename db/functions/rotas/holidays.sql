create or replace function holidays_between(from_in date, to_in date) returns table (day text, off boolean, name text)
  language sql stable security definer set search_path = public as $$
  select h.day::text, h.off, h.name from holiday h where h.day between from_in and to_in order by h.day $$;

/** `days_in`: [{day, off, name}, …]. By the platform alone. */
create or replace function holidays_import(days_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if not scope_is_op() then raise exception 'permission.denied' using errcode = 'NW001'; end if;
  insert into holiday as h (day, off, name)
  select d.day, d.off, d.name from jsonb_to_recordset(days_in) as d (day date, off boolean, name text)
  on conflict (day) do update set off = excluded.off, name = excluded.name;
  update rota_duty set until = '-infinity';
end $$;

grant execute on function holidays_between, holidays_import to {{company}}, {{tree}}, {{platform}};
grant execute on function holidays_between to {{login}};
