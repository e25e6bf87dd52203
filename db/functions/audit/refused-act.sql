/**
 * Records an act refused for lack of a permission; survives the rollback. The first is written to the audit
 * log; repetitions within ten minutes are counted for the next entry. Beyond twenty different acts, a
 * person's acts share an entry.
 */
create or replace function note_refused_act(
  company_in bigint, person_in bigint, actor_in text, detail_in jsonb, request_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  logged constant bigint := coalesce(company_in, (select id from company where kind = 'op'));
  act_now text := coalesce(detail_in->>'endpoint', '');
  known refused_act;
begin
  if not exists (select from refused_act r where (r.company_id, r.person_id, r.act) = (logged, person_in, act_now))
    and (select count(*) from refused_act r where r.company_id = logged and r.person_id = person_in and r.act <> '') >= 20
  then act_now := ''; end if;
  insert into refused_act as r (company_id, person_id, act, actor_name, detail, request_id)
  values (logged, person_in, act_now, actor_in, case act_now when '' then '{}' else detail_in end, request_in)
  on conflict (company_id, person_id, act) do update set repeated = r.repeated + 1, request_id = excluded.request_id,
    actor_name = excluded.actor_name
  returning * into known;
  if known.repeated = 0 or known.noted_at < now() - interval '10 minutes' then
    perform write_refused_act(known, greatest(known.repeated, 1));
    update refused_act r set noted_at = now(), repeated = 0
      where (r.company_id, r.person_id, r.act) = (logged, person_in, act_now);
  end if;
end $$;

/** For definer functions only. */
create or replace function write_refused_act(act_in refused_act, attempts_in int) returns void
  language sql set search_path = public as $$
  insert into audit_log (company_id, action, person_id, actor_name, detail, request_id)
  select c.id, 'permission.denied', act_in.person_id, act_in.actor_name,
    act_in.detail || jsonb_build_object('attempts', attempts_in), act_in.request_id
  from company c where c.id = act_in.company_id $$;

/** Writes counted refusals that no further refusal followed, and deletes expired ones. */
create or replace function flush_refused_acts() returns void
  language sql set search_path = public as $$
  with gone as (delete from refused_act where noted_at < now() - interval '10 minutes' returning *)
  select write_refused_act(row(g.company_id, g.person_id, g.act, g.actor_name, g.detail, g.request_id, g.noted_at, g.repeated)::refused_act,
    g.repeated) from gone g where g.repeated > 0 $$;

grant execute on function note_refused_act to {{login}};
