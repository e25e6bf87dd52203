/** Whether a shipped rule that an update brought or changed only watches in a company: it has no copy, and confirmed nothing. */
create or replace function shipped_rule_watches(company_in bigint, code_in text) returns boolean
  language sql stable set search_path = public as $$
  select not exists (select from shipped_rule_confirmed k where k.company_id = company_in and k.code = code_in)
    and not exists (select from alarm_rule r where r.company_id = company_in and r.code = code_in) $$;

/**
 * Notes the shipped rules of a release: [{code, version, definition}]. Rules that it brings or changes begin by watching; at the
 * first installation all raise at once. An older release, which starts beside a newer one, changes nothing.
 */
create or replace function shipped_rules_note(rules_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  is_first boolean;
  begun text[];
begin
  perform pg_advisory_xact_lock(7550, 1);
  is_first := not exists (select from shipped_rule);
  with written as (
    insert into shipped_rule as s (code, version, definition, since)
    select r->>'code', (r->>'version')::int, r->'definition', case when not is_first then now() end
    from jsonb_array_elements(rules_in) r
    on conflict (code) do update set version = excluded.version, definition = excluded.definition, since = now(),
      -- One that still watches goes on raising as it last did.
      before = case when s.since is null then s.definition else s.before end
    where excluded.version > s.version
    returning s.code, s.since
  )
  select array_agg(code) filter (where since is not null) into begun from written;
  if begun is null then return; end if;
  delete from shipped_rule_confirmed where code = any (begun);
  perform shipped_rule_forget(begun);
  update alarm_rule_version set version = version + 1;
end $$;

/** What shipped rules noted while they watched, where they are no company's copy. */
create or replace function shipped_rule_forget(codes text[]) returns void
  language sql set search_path = public as $$
  delete from alarm_watch w where w.rule = any (codes)
    and not exists (select from alarm_rule r where r.company_id = w.company_id and r.code = w.rule) $$;

/** From now on they raise as they are, everywhere. */
create or replace function shipped_rules_raise(codes text[]) returns void
  language sql set search_path = public as $$
  update shipped_rule set since = null, before = null where code = any (codes);
  delete from shipped_rule_confirmed where code = any (codes);
  select shipped_rule_forget(codes);
  update alarm_rule_version set version = version + 1;
  -- In the order in which `alarm_advance` writes.
  with locked as (select subject_id from alarm_subject order by subject_id for update)
  update alarm_subject a set due_at = now(), revision = revision + 1 from locked l where a.subject_id = l.subject_id $$;

/** When a rule that watches since then raises by itself. */
create or replace function watching_ends(since timestamptz) returns timestamptz
  language sql stable parallel safe return since + interval '7 days';

/** Ends the watching of 7 days: of shipped rules, of new ones and of those from above. Returns of how many rules. */
create or replace function alarm_rules_end_watching() returns int
  language plpgsql security definer set search_path = public as $$
declare
  over constant text[] := array(select code from shipped_rule where watching_ends(since) < now());
  own int;
begin
  if cardinality(over) > 0 then perform shipped_rules_raise(over); end if;
  update alarm_rule set watch = false where id in (
    select id from alarm_rule where watch_until < now() order by company_id, id for update skip locked);
  get diagnostics own = row_count;
  return cardinality(over) + own;
end $$;

/** Lets an updated rule raise: in the company acted in, from the platform everywhere. */
create or replace function shipped_rule_confirm(code_in text) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if scope_is_op() then
    perform shipped_rules_raise(array[code_in]);
    return;
  end if;
  insert into shipped_rule_confirmed (company_id, code) values (scope_company(), code_in) on conflict do nothing;
  delete from alarm_watch where company_id = scope_company() and rule = code_in;
  update alarm_rule_version set version = version + 1;
  perform alarm_look_at_company(scope_company());
end $$;

/** Shipped rules that watch in the company acted in, until when, and as they raise until then; null: as nothing. */
create or replace function shipped_rules_watching() returns table (code text, until timestamptz, before jsonb)
  language sql stable security definer set search_path = public as $$
  select s.code, watching_ends(s.since), s.before from shipped_rule s
  where s.since is not null and shipped_rule_watches(scope_company(), s.code) $$;

grant execute on function shipped_rules_note, alarm_rules_end_watching to {{login}};
grant execute on function shipped_rule_confirm, shipped_rules_watching, watching_ends to {{company}}, {{tree}}, {{platform}};
