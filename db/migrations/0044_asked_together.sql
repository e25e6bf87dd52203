-- Requests to one gateway that join one under way, and diagnostics of many gateways at once.

-- Who asks a gateway to call in just now. One that is asked twice at the same moment takes the answer to its second
-- challenge for one to its first, and refuses both.
create unlogged table connection_request (
  device_id bigint primary key,
  company_id bigint not null,
  -- A worker that is gone holds nobody up.
  until timestamptz not null,
  -- Somebody else wanted the same meanwhile.
  joined boolean not null default false,
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
select netward_seal('connection_request');

/** True: it is asked by whoever calls this, who ends it. False: it is being asked already, and that is joined. */
create function begin_connection_request(company_in bigint, device_in bigint) returns boolean
  language sql security definer set search_path = public as $$
  insert into connection_request as r (device_id, company_id, until)
  select d.id, d.company_id, now() + interval '20 seconds' from device d
  where d.id = device_in and d.company_id = company_in and d.state = 'claimed'
  on conflict (device_id) do update set joined = r.until >= now(),
    until = case when r.until < now() then excluded.until else r.until end
  returning not joined $$;

/**
 * It was asked. Whoever joined may have come too late for the session that follows, and a gateway that is busy may end its
 * session without having looked: it is asked again in a while, if something waits for it still.
 */
create function end_connection_request(company_in bigint, device_in bigint, again_in boolean) returns void
  language plpgsql security definer set search_path = public as $$
declare
  was_joined boolean;
begin
  delete from connection_request where device_id = device_in and company_id = company_in returning joined into was_joined;
  if again_in or was_joined then
    perform graphile_worker.add_job('device.connect', json_build_object('companyId', company_in::text,
      'deviceId', device_in::text, 'ifWaiting', true), job_key := 'device.connect_rest:' || device_in,
      run_at := now() + interval '3 seconds', max_attempts := 3);
  end if;
end $$;

/** Whether a session with the gateway would have something to do. */
create function waits_for_gateway(company_in bigint, device_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from device_command c where c.company_id = company_in and c.device_id = device_in
    and c.state = 'waiting' and c.expires_at > now()
    and coalesce((c.request->>'notBefore')::timestamptz, now()) <= now()) $$;

-- One diagnostic of many gateways: its runs are those of the gateways, each in its own company.
create table diagnostic_batch (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('ping', 'traceroute', 'name_lookup', 'download', 'upload')),
  -- Empty: our own test point.
  target text not null,
  -- How many began it; those whose runs are not seen any more are among them.
  gateways int not null default 0,
  created_by bigint,
  created_by_name text,
  created_at timestamptz not null default clock_timestamp()
);
create index diagnostic_batch_page on diagnostic_batch (company_id, id desc);
select netward_protect('diagnostic_batch', 'company_id', 'select, insert, update, delete');

alter table diagnostic_run add batch_id bigint;
create index diagnostic_run_batch on diagnostic_run (batch_id, id) where batch_id is not null;

/** As in 0035, and batches whose runs are gone with their time. */
create or replace function prune_diagnostics(most int) returns int language plpgsql security definer set search_path = public as $$
declare
  keep constant interval := (select case storage_cycle when 'three_months' then interval '3 months'
    when 'six_months' then interval '6 months' else interval '1 year' end from platform_setting);
  gone int;
  checks int;
begin
  with oldest as (select id, ended_at from diagnostic_run order by id limit most)
  delete from diagnostic_run r using oldest o where r.id = o.id and o.ended_at < now() - keep;
  get diagnostics gone = row_count;
  with oldest as (select id, ended_at from device_check order by id limit most)
  delete from device_check c using oldest o where c.id = o.id and o.ended_at < now() - keep;
  get diagnostics checks = row_count;
  with oldest as (select id, created_at from diagnostic_batch order by id limit most)
  delete from diagnostic_batch b using oldest o where b.id = o.id and o.created_at < now() - keep;
  return greatest(gone, checks);
end $$;

grant execute on function begin_connection_request, end_connection_request, waits_for_gateway to {{login}};
