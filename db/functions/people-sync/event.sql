/**
 * Notes that a service reported a change; a reading follows soon, one for all that come meanwhile. Nothing where none may run.
 * `was_in`: the earlier identifier of the only subject.
 */
create or replace function note_directory_event(company_in bigint, channel_in bigint, subjects_in text[], was_in text default null)
  returns void language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from people_sync s join integration_channel c on c.company_id = s.company_id and c.id = s.channel_id
      where s.company_id = company_in and s.channel_id = channel_in and s.enabled and s.confirmed_at is not null and not c.paused)
  then return; end if;
  insert into people_sync_event as e (company_id, channel_id, subject, was)
  select distinct company_in, channel_in, left(u, 500), coalesce((select p.was from people_sync_event p
    where p.company_id = company_in and p.channel_id = channel_in and p.subject = was_in), was_in)
  from unnest(coalesce(subjects_in, array[''])) u
  on conflict (company_id, channel_id, subject) do update set was = coalesce(excluded.was, e.was);
  -- Whether the earlier one has gone, the service is asked.
  insert into people_sync_event (company_id, channel_id, subject)
  select company_in, channel_in, left(w, 500) from unnest(array[was_in]) w where w is not null on conflict do nothing;
  -- Many events at once are one reading of all that changed.
  if (select count(*) from people_sync_event where company_id = company_in and channel_id = channel_in and was is null) > 500 then
    delete from people_sync_event where company_id = company_in and channel_id = channel_in and was is null;
    insert into people_sync_event (company_id, channel_id, subject) values (company_in, channel_in, '');
  end if;
end $$;

/** As `note_directory_event`, of the company acted in. */
create or replace function people_sync_read_again(company_in bigint, channel_in bigint, subjects_in text[]) returns void
  language sql security definer set search_path = public as $$
  select note_directory_event(scope_company(), channel_in, subjects_in) where company_in = scope_company() $$;

/** How often directories are read unless a channel says otherwise. */
create or replace function people_sync_interval() returns text language sql stable security definer set search_path = public as $$
  select sync_interval from platform_setting $$;

grant execute on function note_directory_event to {{login}};
grant execute on function people_sync_interval, people_sync_read_again to {{company}}, {{tree}}, {{platform}};
