/**
 * As before, but what a gateway answers again is not told again: some refuse credentials in each session, others take them and
 * go on with those that they have. Of the latter a connection request brought one session after the other, every three
 * seconds: the proof is hastened for the first of them, and once an hour. A boot or a proof begins anew.
 */
create or replace function acs_credentials_answered(device_in bigint, accepted_in boolean, interval_in int, fault_in text)
  returns void language plpgsql security definer set search_path = public as $$
declare
  d device;
  what text := case when accepted_in then 'credentials.set' else 'credentials.refused' end;
  told text;
begin
  perform lock_device(device_in);
  select * into d from device where id = device_in and state = 'claimed';
  -- Answered before, or proved by now: nothing is left to note.
  if d.id is null or not exists (select 1 from gateway where device_id = device_in and pending_ha1 is not null) then
    return;
  end if;
  select t.kind into told from (select * from device_timeline where device_id = device_in order by id desc limit 200) t
    where t.at > now() - interval '1 hour' and t.kind in (
      'credentials.set', 'credentials.refused', 'credentials.proved', 'inform.boot', 'inform.bootstrap')
    order by t.id desc limit 1;
  if accepted_in then
    perform expect_informs(device_in, interval_in);
  else
    update gateway set pending_ha1 = null, pending_connection_password = null where device_id = device_in;
    update device set credential_state = case when exists
        (select 1 from gateway g where g.device_id = device_in and g.ha1 is not null) then 'own'
      when d.enrolled_by = 'enrolment_url' then 'enrolment_url' else 'bootstrap' end
    where id = device_in;
  end if;
  if told is distinct from what then
    perform note_timeline(d.company_id, device_in, what,
      case when accepted_in then '{}' else jsonb_build_object('fault', fault_in) end);
    if accepted_in and d.connection_request_url is not null then
      -- A worker that is killed over it leaves it to the next one; the job does nothing once they are proved.
      perform graphile_worker.add_job('device.connect',
        json_build_object('companyId', d.company_id::text, 'deviceId', device_in::text, 'untilProved', true),
        job_key := 'device.connect:' || device_in, run_at := now() + interval '3 seconds', max_attempts := 5);
    end if;
  end if;
  perform note_live(d.company_id, 'device.changed', device_in, '{}');
end $$;
