-- That a gateway keeps no credentials is told once.

/** As in 0026: those that leave a challenge unanswered after that have none that they could have lost. */
create or replace function acs_unanswered(device_in bigint) returns void
  language plpgsql security definer set search_path = public as $$
declare
  g gateway;
begin
  perform lock_device(device_in);
  update gateway set unanswered = unanswered + 1 where device_id = device_in returning * into g;
  if g.device_id is null or g.unanswered < 2 or g.ha1 is not null or g.pending_ha1 is null then return; end if;
  update gateway set pending_ha1 = null, pending_connection_password = null where device_id = device_in;
  update device set credential_state = 'enrolment_url' where id = device_in and credential_state = 'setting';
  perform note_timeline(g.company_id, device_in, 'credentials.not_kept', '{}');
end $$;
