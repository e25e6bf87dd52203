/** A name that no other rule of the company has. */
create or replace function alarm_rule_free_name(company_in bigint, source alarm_rule, above text) returns text
  language sql stable set search_path = public as $$
  select k.name from (values (1, source.name), (2, left(source.name, 50) || ' · ' || left(above, 40)),
    (3, left(source.name, 50) || ' · ' || source.id)) k (n, name)
  where not exists (select from alarm_rule r where r.company_id = company_in and lower(r.name) = lower(k.name)
    and r.source_id is distinct from source.id)
  order by k.n limit 1 $$;

/** The company's copy of a rule from above: made, or brought up to date. One from above begins by watching. */
create or replace function alarm_rule_copy(source alarm_rule, company_in bigint) returns void
  language plpgsql set search_path = public as $$
declare
  above constant text := (select name from company where id = source.company_id);
  given constant jsonb := jsonb_build_object('enabled', source.enabled, 'definition', source.definition);
begin
  insert into alarm_rule as r (company_id, name, enabled, watch, definition, edited_by, source_id, source_company_name, original,
    follows)
  values (company_in, alarm_rule_free_name(company_in, source, above), source.enabled, true, source.definition, source.edited_by,
    source.id, above, given, true)
  on conflict (source_id, company_id) where source_id is not null do update set original = given, source_company_name = above,
    name = case when r.follows then excluded.name else r.name end,
    -- One switch stops a rule everywhere: also where it was changed.
    enabled = case when r.follows then excluded.enabled else r.enabled and excluded.enabled end,
    definition = case when r.follows then excluded.definition else r.definition end,
    edited_at = case when r.follows then now() else r.edited_at end,
    edited_by = case when r.follows then excluded.edited_by else r.edited_by end;
end $$;

/** Copies that follow go with a rule that is withdrawn; those that were changed stay as the company's own. */
create or replace function alarm_rule_withdraw(source_in bigint) returns void
  language sql set search_path = public as $$
  delete from alarm_rule where source_id = source_in and follows;
  update alarm_rule set source_id = null, source_company_name = null, original = null where source_id = source_in $$;

create or replace function alarm_rule_published() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op <> 'INSERT' and old.published and (tg_op = 'DELETE' or not new.published) then
    perform alarm_rule_withdraw(old.id);
  elsif tg_op <> 'DELETE' and new.published then
    perform alarm_rule_copy(new, c.id) from (
      select id from company where parent_id = new.company_id order by id) c;
  end if;
  return null;
end $$;

/** A company that comes gets the rules of the one above; one that moves keeps those of the old one as its own. */
create or replace function alarm_rule_of_parent() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' and old.parent_id is not distinct from new.parent_id then return null; end if;
  update alarm_rule set source_id = null, source_company_name = null, original = null, follows = false
  where company_id = new.id and source_id is not null;
  perform alarm_rule_copy(r, new.id) from alarm_rule r where r.company_id = new.parent_id and r.published;
  return null;
end $$;

/** How many companies follow each published rule of the company acted in, and how many have changed their copy. */
create or replace function alarm_rule_reach() returns table (source_id bigint, follow int, changed int)
  language sql stable security definer set search_path = public as $$
  select c.source_id, (count(*) filter (where c.follows))::int, (count(*) filter (where not c.follows))::int
  from alarm_rule r join alarm_rule c on c.source_id = r.id
  where r.company_id = scope_company() and r.published group by c.source_id $$;

grant execute on function alarm_rule_reach to {{company}}, {{tree}}, {{platform}};
