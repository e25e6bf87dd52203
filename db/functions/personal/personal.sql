-- Of the person of the request alone.

create or replace function workbench_items() returns table (kind text, subject_id bigint, starred_at timestamptz, seen_at timestamptz)
  language sql stable security definer rows 100 set search_path = public as $$
  select i.kind, i.subject_id, i.starred_at, i.seen_at from personal_item i where i.person_id = scope_person() $$;

/** Devices and lines, or outlets, that the person follows. */
create or replace function followed_ids(outlets boolean) returns bigint[]
  language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(i.subject_id), '{}') from personal_item i where i.person_id = scope_person()
    and i.starred_at is not null and case when outlets then i.kind = 'outlet' else i.kind in ('device', 'line') end $$;

/** False: the person follows as much as one may. */
create or replace function workbench_star(kind_in text, subject_in bigint, on_in boolean, most int) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  if on_in and (select count(*) from personal_item i where i.person_id = scope_person() and i.starred_at is not null
      and (i.kind, i.subject_id) <> (kind_in, subject_in)) >= most then
    return false;
  end if;
  if on_in then
    insert into personal_item as i (person_id, kind, subject_id, starred_at) values (scope_person(), kind_in, subject_in, now())
    on conflict (person_id, kind, subject_id) do update set starred_at = coalesce(i.starred_at, now());
  else
    update personal_item i set starred_at = null
    where i.person_id = scope_person() and i.kind = kind_in and i.subject_id = subject_in;
    delete from personal_item i where i.person_id = scope_person() and i.starred_at is null and i.seen_at is null;
  end if;
  return true;
end $$;

/** Opened just now; what was opened before the last `most` is forgotten. */
create or replace function workbench_see(kind_in text, subject_in bigint, most int) returns void
  language plpgsql security definer set search_path = public as $$
begin
  insert into personal_item as i (person_id, kind, subject_id, seen_at) values (scope_person(), kind_in, subject_in, now())
  on conflict (person_id, kind, subject_id) do update set seen_at = now();
  with old as (
    select i.kind, i.subject_id from personal_item i where i.person_id = scope_person() and i.seen_at is not null
    order by i.seen_at desc offset most
  ), forgotten as (
    update personal_item i set seen_at = null from old
    where i.person_id = scope_person() and i.kind = old.kind and i.subject_id = old.subject_id and i.starred_at is not null
  )
  delete from personal_item i using old
  where i.person_id = scope_person() and i.kind = old.kind and i.subject_id = old.subject_id and i.starred_at is null;
end $$;

/** Notes that the person is here, and answers when they were before; null: never. */
create or replace function workbench_visit() returns timestamptz
  language sql security definer set search_path = public as $$
  insert into personal_visit as v (person_id, company_id, last_at) select scope_person(), scope_company(), now()
  where scope_person() is not null
  on conflict (person_id, company_id) do update set last_at = now(),
    before_at = case when v.last_at < now() - interval '30 minutes' then v.last_at else v.before_at end
  returning before_at $$;

grant execute on function followed_ids, workbench_items, workbench_see, workbench_star, workbench_visit
  to {{company}}, {{tree}}, {{platform}};
