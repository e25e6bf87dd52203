-- Instances that a gateway adds or deletes with its next restart (status 1) are known in its tree until that; whether a
-- command applies later is told with it.

grant execute on function applies_later to {{company}}, {{tree}}, {{platform}};

-- Of an object `later` is what the restart does to it: 'added' or 'deleted'.
create function objects_apply_later() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into device_parameter as p (company_id, device_id, path, parent, is_object, later)
  select new.company_id, new.device_id, o.path, regexp_replace(o.path, '[^.]+\.$', ''), true, o.later
  from (
    select (new.request->>'path') || (new.result->>'instanceNumber') || '.' as path, 'added' as later
      where new.kind = 'add_object'
    union all select new.request->>'path', 'deleted' where new.kind = 'delete_object'
    union all select a, 'deleted' from jsonb_array_elements_text(case new.kind when 'change_settings'
      then coalesce(new.request->'absent', '[]') else '[]' end) a) o
  where o.path is not null
  on conflict (device_id, path) do update set later = excluded.later;
  return null;
end $$;
create trigger device_command_objects_apply_later after update of state on device_command for each row
  when (old.state = 'sent' and new.state = 'done' and new.kind in ('add_object', 'delete_object', 'change_settings')
    and applies_later(new.kind, new.result))
  execute function objects_apply_later();

/** As in 0054; an instance that comes with the restart is not told before it. */
create or replace function forget_untold() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  partial text;
begin
  if not exists (select from device_parameter p where p.device_id = new.device_id and p.read_at < new.sent_at)
    or exists (select from jsonb_array_elements(case when jsonb_typeof(new.result->'failed') = 'array'
      then new.result->'failed' else '[]' end) f where f->'fault'->>'code' <> '9005') then
    return null;
  end if;
  for partial in select p from jsonb_array_elements_text(new.request->'paths') p where p like '%_.' loop
    delete from device_parameter where device_id = new.device_id and path > partial and path < left(partial, -1) || '/'
      and read_at < new.sent_at;
    delete from device_parameter o where device_id = new.device_id and path > partial and path < left(partial, -1) || '/'
      and later is distinct from 'added' and is_object and path ~ '\.[0-9]+\.$' and not exists (select from device_parameter p
        where p.device_id = o.device_id and p.path > o.path and p.path < left(o.path, -1) || '/' and not p.is_object);
  end loop;
  return null;
end $$;
