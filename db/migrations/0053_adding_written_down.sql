-- What templates are about to add to a gateway is written down before: a session may be cut off before it can tell.

create table provision_adding (
  company_id bigint not null,
  device_id bigint not null,
  -- [{table, key, before, templateId, stays}]: `before` are the paths of the instances that were there already.
  objects jsonb not null,
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
select netward_protect('provision_adding', 'company_id', 'select');
select netward_follow_device('provision_adding');

/** Says what the session that has the lease is about to add; with nothing, that what it added is told. */
create function acs_provision_adding(device_in bigint, holder_in uuid, objects_in jsonb) returns void
  language plpgsql security definer set search_path = public as $$
declare
  company bigint := (select d.company_id from gateway g join device d on d.id = g.device_id
    where g.device_id = device_in and g.lease_holder = holder_in and d.state = 'claimed');
begin
  if company is null then return; end if;
  if objects_in = '[]' then
    delete from provision_adding where company_id = company and device_id = device_in;
  else
    insert into provision_adding (company_id, device_id, objects) values (company, device_in, objects_in)
    on conflict (company_id, device_id) do update set objects = excluded.objects;
  end if;
end $$;

/** As in 0048, with what a session before this one was about to add. */
drop function acs_provision(bigint, uuid);
create function acs_provision(device_in bigint, holder_in uuid) returns table (
  templates jsonb, variables jsonb, secrets jsonb, revision text, added jsonb, adding jsonb
) language sql stable security definer set search_path = public as $$
  select p.*, coalesce((select a.objects from provision_adding a join device d on d.company_id = a.company_id
    where d.id = device_in and a.device_id = device_in), '[]')
  from gateway g cross join acs_provision(g.device_id) p
  where g.device_id = device_in and g.lease_holder = holder_in $$;

/** As in 0043; nor is anything there that was about to be added. */
create or replace function device_wants_provision() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  delete from provision_object where company_id = new.company_id and device_id = new.device_id;
  delete from provision_adding where company_id = new.company_id and device_id = new.device_id;
  if provision_due_of(new.device_id) <> '[]' then perform queue_provision(array[new.device_id], false); end if;
  return null;
end $$;

grant execute on function acs_provision(bigint, uuid), acs_provision_adding to {{login}};
