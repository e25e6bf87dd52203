-- Internet lines count against the quota, as devices, outlets and members do.

create function internet_line_use() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'internet_lines', n) from (
    select company_id, count(*)::int as n from added group by 1 order by 1) s;
  return null;
end $$;
create function internet_line_use_less() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform count_use(company_id, 'internet_lines', -n) from (
    select company_id, count(*)::int as n from gone group by 1 order by 1) s;
  return null;
end $$;
create trigger internet_line_use_insert after insert on internet_line referencing new table as added
  for each statement execute function internet_line_use();
create trigger internet_line_use_delete after delete on internet_line referencing old table as gone
  for each statement execute function internet_line_use_less();

-- What was there before counts; nothing of it is refused.
insert into entitlement as e (company_id, kind, used, granted, changes_at)
select company_id, 'internet_lines', count(*), granted_of(company_id, 'internet_lines'),
  grant_changes_at(company_id, 'internet_lines')
from internet_line group by 1
on conflict (company_id, kind) do update set used = excluded.used;
