-- What a reading of campaigns, terminals, templates and ways of reaching gateways found.

-- ─── Campaigns of a part of a company ────────────────────────────────────────────────────────────────────────────

-- What a company says to those above it, its own people say, and those who stand for all of it.
select netward_only_at_home('ota_setting');
create policy whole_company_insert on ota_setting as restrictive for insert to {{company}}
  with check ((select whole_company()));
create policy whole_company_update on ota_setting as restrictive for update to {{company}}
  using ((select whole_company()));

/** Whether whoever asks sees all gateways that a campaign of the company acted in reaches, now and later. */
create function sees_whole_campaign(campaign_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select whole_company() or exists (
    select from campaign c where c.id = campaign_in and c.company_id = scope_company() and c.live_until is null
      and not exists (
        select from campaign_target t join device d on d.company_id = t.company_id and d.id = t.device_id
        where t.company_id = c.company_id and t.campaign_id = c.id and d.state = 'claimed'
          and not coalesce(d.outlet_id = any (netward_setting('netward.outlet_ids')::bigint[]), false)
          and not coalesce(d.department_id = any (netward_setting('netward.department_ids')::bigint[]), false))) $$;
grant execute on function sees_whole_campaign to {{company}}, {{tree}}, {{platform}};

-- ─── STUN that is no more ────────────────────────────────────────────────────────────────────────────────────────

-- The STUN servers of the installation, as each says about every minute.
create table stun_server (
  name text primary key,
  seen_at timestamptz not null
);
select netward_seal('stun_server');

create function acs_stun_alive(name_in text) returns void language sql security definer set search_path = public as $$
  insert into stun_server (name, seen_at) values (name_in, now())
  on conflict (name) do update set seen_at = excluded.seen_at $$;

/** Whether no process of the installation has a STUN server: longer than any restart takes. */
create function acs_stun_gone() returns boolean language sql stable security definer set search_path = public as $$
  select not exists (select from stun_server where seen_at > now() - interval '10 minutes') $$;

/** A gateway uses STUN no more, or refused to be told so: either way it is not asked again, and not called over UDP. */
create function acs_stun_off(device_in bigint, fault_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  d device;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  if d.id is null then return; end if;
  update gateway set stun_offer = case when fault_in is null then 'off' else 'refused off' end,
    udp_told = null, udp_address = null, udp_port = null, udp_server = null, udp_seen_at = null
  where device_id = device_in;
  if d.udp_request_address is not null then update device set udp_request_address = null where id = device_in; end if;
  perform note_timeline(d.company_id, device_in, case when fault_in is null then 'stun.off' else 'stun.refused' end,
    jsonb_strip_nulls(jsonb_build_object('fault', fault_in)));
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;

-- ─── Certificates that are refused ───────────────────────────────────────────────────────────────────────────────

/** In the log of the platform: whose certificate was refused, and why. */
create function acs_certificate_refused(reason_in text, certificate_in text, serial_in text, address_in inet) returns void
  language sql security definer set search_path = public as $$
  select note_audit(c.id, 'gateway.certificate_refused', 'device', '', jsonb_build_object('reason', reason_in,
    'certificate', certificate_in, 'certificateNumber', serial_in, 'address', host(address_in)))
  from company c where c.kind = 'op' $$;

grant execute on function acs_stun_alive, acs_stun_gone, acs_stun_off, acs_certificate_refused to {{login}};

-- ─── Terminals by a word ─────────────────────────────────────────────────────────────────────────────────────────

alter table terminal_session add column search text not null
  generated always as (lower(device_name || ' ' || person_name || ' ' || reason)) stored;
create index terminal_session_search on terminal_session using gin (company_id, msp_id, search gin_trgm_ops);

/**
 * The newest sessions in whose device, person or reason a word is, as far as the scope reaches: row-level security would
 * keep LIKE from the index. Whoever is limited to a part of the company is so by the policies of who reads these.
 */
create function search_terminals(term_in text, most int) returns bigint[]
  language plpgsql stable security definer set search_path = public as $$
declare
  -- current_user is the definer here; the setting is the role that the request became.
  role constant text := current_setting('role');
  seen constant text := case role
    when '{{company}}' then format('s.company_id = %L', scope_company())
    when '{{tree}}' then format('s.msp_id = any (%L::bigint[])', array(select visible_msps()))
    when '{{platform}}' then 'true' end;
  found bigint[];
begin
  if seen is null then raise exception 'permission.denied' using errcode = 'NW001'; end if;
  execute format('select array(select s.id from terminal_session s where %s and s.search like %L order by s.id desc limit $1)',
    seen, '%' || regexp_replace(lower(term_in), '([\\%_])', '\\\1', 'g') || '%') into found using most;
  return found;
end $$;
grant execute on function search_terminals to {{company}}, {{tree}}, {{platform}};
