-- What a gateway has committed and not applied (status 1) is read again with the restart that applies it: the look half a
-- minute after the command mostly comes before that.

create index device_command_looked on device_command (device_id)
  where kind = 'get_parameter_values' and state = 'done' and request ? 'verifies' and not request ? 'again';

create function device_looks_again() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  -- What still waits half a minute need not: this is the restart.
  update device_command set request = request - 'notBefore' || '{"again": true}'
  where device_id = new.device_id and state = 'waiting' and kind = 'get_parameter_values' and request ? 'verifies';
  with looked as (
    update device_command set request = request || '{"again": true}'
    where device_id = new.device_id and kind = 'get_parameter_values' and state = 'done' and request ? 'verifies'
      and not request ? 'again'
    returning company_id, id, request
  ), paths as (
    select p.path, max(l.id) as last from looked l cross join lateral jsonb_array_elements_text(l.request->'paths') p (path)
    group by p.path
  )
  insert into device_command (company_id, device_id, kind, request, expires_at)
  select l.company_id, new.device_id, 'get_parameter_values', jsonb_build_object(
      -- As many as one call names.
      'paths', (select jsonb_agg(p.path order by p.last desc) from (select * from paths order by last desc limit 64) p),
      'verifies', l.request->'verifies', 'again', true), now() + interval '1 day'
  from looked l order by l.id desc limit 1;
  return null;
end $$;
create trigger device_looks_again after insert on device_timeline for each row
  when (new.kind = 'inform.boot' and not new.detail ? 'first') execute function device_looks_again();
