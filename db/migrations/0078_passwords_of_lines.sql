-- An internet line has a password of its own, which templates put into the gateway that carries the line. People write it;
-- only the session with that gateway reads it.

create table line_password (
  company_id bigint not null,
  line_id bigint not null,
  value bytea not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (company_id, line_id),
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete cascade
);
select netward_protect('line_password', 'company_id', 'select, insert, update, delete');
create policy with_its_line on line_password as restrictive to {{company}} using (
  case when (select whole_company()) then true
  else exists (select from internet_line l where l.company_id = line_password.company_id and l.id = line_id) end);
revoke select on line_password from {{company}}, {{tree}}, {{platform}};
grant select (company_id, line_id, changed_at) on line_password to {{company}}, {{tree}}, {{platform}};

/** As in 0043, with the line whose account `provision_variables` tells, and its password: a line is its own part of the mark. */
drop function acs_provision(bigint);
create function acs_provision(device_in bigint) returns table (
  templates jsonb, variables jsonb, secrets jsonb, line jsonb, revision text, added jsonb
) language plpgsql stable security definer set search_path = public as $$
declare
  d device;
begin
  select * into d from device k where k.id = device_in and k.state = 'claimed';
  if d.id is null then return; end if;
  return query select
    coalesce((select jsonb_agg(jsonb_build_object('id', t.template_id::text, 'version', t.version, 'content', t.content,
      'name', t.name || coalesce(' (' || t.owner || ')', ''), 'objectsStay', t.objects_stay))
      from provision_templates(device_in) t), '[]'),
    provision_variables(d),
    coalesce((select jsonb_object_agg(s.name, jsonb_build_object('sealed', encode(s.value, 'base64'),
      'changedAt', s.changed_at)) from provision_secret s where s.company_id = d.company_id), '{}'),
    (select jsonb_build_object('id', l.id::text, 'name', l.name, 'outletName', o.name, 'password', (
        select jsonb_build_object('sealed', encode(p.value, 'base64'), 'changedAt', l.id || ' ' || p.changed_at)
        from line_password p where p.company_id = l.company_id and p.line_id = l.id))
      from internet_line l join outlet o on o.company_id = l.company_id and o.id = l.outlet_id
      where l.company_id = d.company_id and l.device_id = d.id order by l.wan_name, l.id limit 1),
    coalesce((select s.revision from provision_state s where s.company_id = d.company_id and s.device_id = d.id), ''),
    coalesce((select jsonb_agg(jsonb_build_object('path', o.path, 'table', o.table_path, 'key', o.key,
      'templateId', o.template_id::text, 'stays', object_stays(o)) order by o.path)
      from provision_object o where o.company_id = d.company_id and o.device_id = d.id), '[]');
end $$;

/** Of these gateways, those to whose templates their line matters are configured anew, and asked to call in. */
create function lines_want_provision(devices bigint[]) returns void
  language plpgsql security definer set search_path = public set enable_seqscan = off as $$
declare
  wanting constant bigint[] := array(select d.id from device d
    where d.id = any (devices) and d.state = 'claimed' and d.driver = 'cwmp' and d.guard = 'none'
      and not exists (select from company_deletion k where k.company_id = d.company_id and k.started_at is not null)
      and exists (select from provision_templates(d.id) t
        where t.content::text ~ '\{\{\s*(line\.account|secret\.line\.password)\s*\}\}'));
begin
  if wanting = '{}' then return; end if;
  perform queue_provision(wanting, false);
  perform add_keyed_job('device.connect', json_build_object('companyId', d.company_id::text, 'deviceId', d.id::text),
    'device.connect:' || d.id) from device d where d.id = any (wanting) order by d.id;
end $$;

create function line_password_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform lines_want_provision(array(select l.device_id from changed c
    join internet_line l on l.company_id = c.company_id and l.id = c.line_id where l.device_id is not null));
  return null;
end $$;
create trigger line_password_inserted after insert on line_password referencing new table as changed
  for each statement execute function line_password_changed();
create trigger line_password_updated after update on line_password referencing new table as changed
  for each statement execute function line_password_changed();
create trigger line_password_deleted after delete on line_password referencing old table as changed
  for each statement execute function line_password_changed();

/** Both gateways: the one that carries the line, and the one that did. */
create function internet_line_changed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform lines_want_provision(array(select a.device_id from after a where a.device_id is not null));
  elsif tg_op = 'DELETE' then
    perform lines_want_provision(array(select b.device_id from before b where b.device_id is not null));
  else
    perform lines_want_provision(array(
      select k.device from before b join after a on a.company_id = b.company_id and a.id = b.id
      cross join lateral unnest(array[b.device_id, a.device_id]) k (device)
      where (b.device_id, b.wan_name, b.account) is distinct from (a.device_id, a.wan_name, a.account)
        and k.device is not null));
  end if;
  return null;
end $$;
create trigger internet_line_inserted after insert on internet_line referencing new table as after
  for each statement execute function internet_line_changed();
create trigger internet_line_updated after update on internet_line referencing old table as before new table as after
  for each statement execute function internet_line_changed();
create trigger internet_line_deleted after delete on internet_line referencing old table as before
  for each statement execute function internet_line_changed();
