-- What a gateway has committed and not applied (status 1) is said as such where it happened, and is known with each parameter
-- until the restart that applies it.

-- What it will be like after the restart; '' for a secret too, whose value is not kept. Null: nothing waits.
alter table device_parameter add column later text;
create index device_parameter_later on device_parameter (device_id) where later is not null;

create function applies_later(kind text, result jsonb) returns boolean language sql immutable as $$
  select coalesce(case
    when kind in ('set_parameter_values', 'add_object', 'delete_object') then result->>'status' = '1'
    when kind in ('change_settings', 'provision') then result ? 'later' end, false) $$;

/** What a command set waits for the restart, or no longer does: it is in force, by this set or, as a look tells, by itself. */
create function parameters_apply_later() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if new.kind = 'get_parameter_values' then
    update device_parameter set later = null where device_id = new.device_id and later is not null and later = value;
    return null;
  end if;
  -- Nearly always: nothing waits, and nothing is to.
  if not applies_later(new.kind, new.result)
    and not exists (select from device_parameter p where p.device_id = new.device_id and p.later is not null) then
    return null;
  end if;
  update device_parameter p set later = s.later
  from (
    select distinct on (v.path) v.path, case when applies_later(new.kind, new.result) then coalesce(v.value, v.after, '') end as later
    from jsonb_to_recordset(case new.kind when 'set_parameter_values' then new.request->'values'
      else coalesce(new.result->'changed', '[]') end) v (path text, value text, after text)
  ) s
  where p.device_id = new.device_id and p.path = s.path and p.later is distinct from s.later;
  return null;
end $$;
create trigger device_command_apply_later after update of state on device_command for each row
  when (old.state = 'sent' and (new.state = 'done' and new.kind = 'set_parameter_values'
    -- What was set stays, also where a later step was refused. A check changes nothing.
    or new.state in ('done', 'failed') and (new.kind = 'change_settings' or new.kind = 'provision'
      and new.request->>'check' is distinct from 'true')
    or new.state = 'done' and new.kind = 'get_parameter_values' and new.request ? 'verifies'))
  execute function parameters_apply_later();

create function parameters_applied() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update device_parameter set later = null where device_id = new.device_id and later is not null;
  return null;
end $$;
create trigger device_parameters_applied after insert on device_timeline for each row
  when (new.kind in ('inform.boot', 'inform.bootstrap') and not new.detail ? 'first') execute function parameters_applied();

/** As in 0054, where what is applied later is `command.later`. */
create or replace function acs_commands_ended(device_in bigint, holder_in uuid, ended_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  msp bigint;
  ids bigint[];
begin
  select d.msp_id into msp from device d where d.id = device_in for key share;
  perform from gateway g where g.device_id = device_in and g.lease_holder = holder_in for no key update;
  if not found then return; end if;
  with told as (
    select * from jsonb_to_recordset(ended_in) as r (id bigint, state text, result jsonb, fault text, detail text, verify text[])
  ), ended as (
    update device_command o set state = t.state, result = nullif(t.result, 'null'), fault_code = t.fault,
      fault_detail = t.detail,
      -- What was answered is not sent again.
      secret = null,
      expires_at = case when t.state = 'sent' and o.kind in ('download', 'upload')
        then clock_timestamp() + transfer_wait(o.request) else o.expires_at end,
      finished_at = case when t.state in ('done', 'failed') then clock_timestamp() end
    from told t where o.id = t.id and o.device_id = device_in and o.state = (select 'sent')
    returning o.id, o.company_id, o.kind, o.state, o.result, o.fault_code, t.verify
  ), noted as (
    insert into device_timeline (company_id, msp_id, device_id, kind, detail)
    select e.company_id, msp, device_in,
      'command.' || case when e.state = 'done' and applies_later(e.kind, e.result) then 'later' else e.state end,
      jsonb_build_object('commandId', e.id::text, 'kind', e.kind, 'fault', e.fault_code)
    from ended e where e.state in ('done', 'failed') order by e.id
  ), shown as (
    insert into live_event (company_id, kind, subject_id, data)
    select e.company_id, 'command.changed', device_in, jsonb_build_object('commandId', e.id::text) from ended e order by e.id
  )
  select coalesce(array_agg(e.id), '{}') into ids from ended e;
  if ended_in @? '$[*].verify[*]' then
    insert into device_command (company_id, device_id, kind, request, expires_at)
    select o.company_id, device_in, 'get_parameter_values',
      jsonb_build_object('paths', t.verify, 'verifies', o.id::text, 'notBefore', now() + interval '30 seconds'),
      now() + interval '1 day'
    from jsonb_to_recordset(ended_in) as t (id bigint, verify jsonb)
    join device_command o on o.id = t.id and o.id = any (ids)
    where jsonb_array_length(t.verify) > 0;
  end if;
  if ended_in @> '[{"state": "failed"}]' then
    update gateway set expected_reset_until = null where device_id = device_in and exists (
      select from device_command o where o.id = any (ids) and o.state = 'failed' and o.kind = 'factory_reset');
  end if;
end $$;
