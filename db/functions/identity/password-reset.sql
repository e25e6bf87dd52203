/** Queues the mail with a reset link; the job determines whether a recipient exists. */
create or replace function request_reset_link(
  id_in text, address_in bytea, source_in text, resend_in int, daily_in int, source_daily_in int, sealed_in text
) returns int language plpgsql security definer set search_path = public as $$
declare
  wait int;
begin
  wait := reserve_code(id_in, 'reset_link', 'mail', address_in, ''::bytea, source_in, ''::bytea, 0,
    resend_in, daily_in, source_daily_in, '[]');
  if wait = 0 then
    perform graphile_worker.add_job('password.reset_link', json_build_object('sealed', sealed_in), max_attempts := 5);
  end if;
  return wait;
end $$;

grant execute on function request_reset_link to {{login}};
