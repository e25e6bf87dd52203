/** Runs before each entry: whose MSP reads it, whether somebody from above acted, and whose name stands in the log. */
create or replace function audit_log_complete() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- A move of this company waits until this entry is written, or this waits for the move: it never stays behind.
  perform 1 from company where id = new.company_id for key share;
  new.msp_id := msp_of(new.company_id);
  new.from_outside := new.acting_company_id is not null and exists (
    select 1 from company_ancestor a
    where a.company_id = new.company_id and a.ancestor_id = new.acting_company_id and a.depth > 0);
  -- Whoever writes the same name at this moment keeps it: waiting for each other's logs, two acts could wait for ever.
  if new.person_id is not null and new.actor_name is not null and not exists (
      select from audit_actor a
      where (a.company_id, a.person_id, a.name) = (new.company_id, new.person_id, new.actor_name))
    and pg_try_advisory_xact_lock(hashtextextended(format('%s/%s/%s', new.company_id, new.person_id, new.actor_name), 7550)) then
    insert into audit_actor values (new.company_id, new.person_id, new.actor_name) on conflict do nothing;
  end if;
  return new;
end $$;

/** Writes the audit entry of an act: in the company acted in and, when that is another, in the actor's own. */
create or replace function write_audit(
  action_in text, actor_in text, subject_kind_in text, subject_in text, detail_in jsonb, request_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  home bigint := nullif(current_setting('netward.home_id', true), '')::bigint;
  acted bigint := scope_company();
begin
  insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                         subject_kind, subject_id, detail, request_id)
  select acted, action_in, scope_person(), actor_in, case when home <> acted then home end,
         case when home <> acted then (select name from company where id = home) end,
         subject_kind_in, subject_in, detail_in, request_in;
  if home <> acted then
    insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                           subject_kind, subject_id, detail, request_id)
    select home, action_in, scope_person(), actor_in, acted, (select name from company where id = acted),
           subject_kind_in, subject_in, detail_in, request_in;
  end if;
end $$;

/** What happened by itself, without a person: in the company's own log. */
create or replace function note_audit(
  company_in bigint, action_in text, subject_kind_in text, subject_in text, detail_in jsonb
) returns void language sql set search_path = public as $$
  insert into audit_log (company_id, action, subject_kind, subject_id, detail)
  values (company_in, action_in, subject_kind_in, subject_in, detail_in) $$;

/** An act upon a company stands in its own log, and in that of the company out of which it was done. */
create or replace function audit_company(
  company_in bigint, action_in text, actor_in text, detail_in jsonb, request_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  home bigint := coalesce(nullif(current_setting('netward.home_id', true), '')::bigint, scope_company());
begin
  insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name,
                         subject_kind, subject_id, detail, request_id)
  select at.id, action_in, scope_person(), actor_in, other.id, other.name, 'company', company_in::text, detail_in, request_in
  from company at
  left join company other on other.id = case at.id when company_in then home else company_in end and other.id <> at.id
  where at.id in (company_in, home)
    and (at.id = home or exists (select 1 from company_ancestor a where a.company_id = at.id and a.ancestor_id = scope_root()));
end $$;

grant execute on function audit_company, write_audit to {{company}}, {{tree}}, {{platform}};
