/** Processes that evaluate read the rules again, and the devices of the company are evaluated again. */
create or replace function alarm_rule_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update alarm_rule_version set version = version + 1;
  perform alarm_look_at_company(coalesce(new.company_id, old.company_id));
  -- Each watch begins anew.
  if tg_op <> 'INSERT' and old.watch and (tg_op = 'DELETE' or not new.watch) then
    delete from alarm_watch where company_id = old.company_id and rule = coalesce(old.code, old.id::text);
  elsif tg_op = 'INSERT' and new.code is not null then
    delete from alarm_watch where company_id = new.company_id and rule = new.code;
  end if;
  return null;
end $$;

/** A rule opens orders for alarms that are raised after it was set to. A new one, and one from above, watches for 7 days. */
create or replace function alarm_rule_orders() returns trigger language plpgsql set search_path = public as $$
begin
  new.watch_until := case when not new.watch then null
    when tg_op = 'INSERT' and new.code is null then watching_ends(now()) else new.watch_until end;
  new.orders_since := case when new.enabled and not new.watch and coalesce(new.definition->>'order', 'none') <> 'none'
    then coalesce(new.orders_since, now()) end;
  return new;
end $$;

/** Evaluates all conditions of a company's devices and lines anew. */
create or replace function alarm_look_at_company(company_in bigint) returns void
  language sql security definer set search_path = public as $$
  with locked as (select subject_id from alarm_subject where company_id = company_in order by subject_id for update)
  update alarm_subject a set due_at = now(), revision = revision + 1 from locked l where a.subject_id = l.subject_id $$;

create or replace function alarm_company_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform alarm_look_at_company(new.id);
  return null;
end $$;

/** A device changed its state, or what rules are chosen by. */
create or replace function alarm_device_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into alarm_subject as a (subject_id, company_id, revision, due_at, state_at)
  values (new.id, new.company_id, 1, now(), now())
  on conflict (subject_id) do update set revision = a.revision + 1, due_at = now(),
    state_at = case when tg_op = 'UPDATE' and (new.presence, new.polling) is not distinct from (old.presence, old.polling)
      then a.state_at else now() end;
  return null;
end $$;

/** Ports of devices are important, or no longer. Seldom: as with a rule, all that is kept in memory is read again. */
create or replace function alarm_ports_marked() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update alarm_rule_version set version = version + 1;
  update alarm_subject set revision = revision + 1, due_at = now() where subject_id in (select device_id from marked);
  -- A port with a state stays watched, as one that lost its neighbour does: without an alarm nothing holds it.
  if tg_op = 'DELETE' then
    delete from alarm_state s using marked m where s.subject_id = m.device_id and s.instance = m.key and s.alarm_id is null;
  end if;
  return null;
end $$;

/** What rules choose a line by: it has conditions only if it was measured. */
create or replace function alarm_line_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update alarm_subject set revision = revision + 1, due_at = now() where subject_id = new.id;
  return null;
end $$;

create or replace function alarm_follows_place() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update alarm set outlet_id = new.outlet_id, department_id = new.department_id where subject_id = new.id;
  return null;
end $$;

/**
 * A new alarm joins the group of its site: that of the last alarm there which is active and was raised within four hours. One
 * without a site is a group of its own. Alarms of a site are raised one transaction after another: two never begin a group each.
 */
create or replace function alarm_grouped() returns trigger language plpgsql set search_path = public as $$
begin
  if new.outlet_id is not null then perform pg_advisory_xact_lock(7571, hashint8(new.outlet_id)); end if;
  -- A statement of its own, which sees what the transaction before has committed.
  new.group_id := coalesce((select a.group_id from alarm a
    where a.company_id = new.company_id and a.outlet_id = new.outlet_id and a.state = 'active'
      and a.raised_at > new.raised_at - interval '4 hours'
    order by a.raised_at desc, a.id desc limit 1), new.id);
  return new;
end $$;

/** Who acted: from the request, never from the caller. Transitions have nobody. */
create or replace function alarm_event_describe() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  new.actor_name := netward_setting('netward.actor_name');
  new.actor_company_name := case when new.actor_name is not null then acted_from(new.company_id) end;
  return new;
end $$;

/** Ends acknowledgements that have expired; with an open order they last until that ends. */
create or replace function alarm_end_acknowledgements(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  with ended as (
    select k.id from alarm k where k.state = 'active' and k.acknowledged_until <= now() and not has_open_order(k)
    order by k.acknowledged_until limit most for update skip locked
  ), changed as (
    update alarm a set acknowledged_at = null, acknowledged_by = null, acknowledged_until = null from ended e where a.id = e.id
    returning a.id, a.company_id, a.subject_id
  ), noted as (
    insert into alarm_event (company_id, alarm_id, subject_id, kind)
    select company_id, id, subject_id, 'acknowledgement_ended' from changed
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select company_id, 'alarm.changed', subject_id, jsonb_build_object('alarmId', id::text, 'kind', 'acknowledgement_ended')
    from changed
  )
  select count(*) into n from changed;
  return n;
end $$;

/** Cleared alarms are kept for the company's storage cycle. */
create or replace function alarm_prune(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  n int;
begin
  delete from alarm a where a.id in (
    select k.id from alarm k join company c on c.id = k.company_id cross join platform_setting p
    where k.state = 'cleared' and k.cleared_at < now() - interval '3 months'
      and k.cleared_at < now() - make_interval(months => storage_months(coalesce(c.storage_cycle, p.storage_cycle)))
    order by k.cleared_at limit most);
  get diagnostics n = row_count;
  delete from alarm_watch w where w.id in (
    select k.id from alarm_watch k where k.raised_at < now() - interval '30 days' order by k.raised_at limit most);
  return n;
end $$;

grant execute on function alarm_end_acknowledgements, alarm_prune to {{login}};
