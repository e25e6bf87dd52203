/**
 * What a target's URL serves while its transfer is in progress; a target that is rolled back downloads its
 * earlier version.
 */
create or replace function firmware_download(hash_in bytea)
  returns table (file_company_id bigint, file_id bigint, size int, sha256 bytea)
  language sql stable security definer set search_path = public as $$
  select f.company_id, f.file_id, f.size, f.sha256
  from campaign_target t
  join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
  join firmware f on f.state = 'released' and case when t.rollback = 'fetching' then f.id = t.rollback_firmware_id
    else f.company_id = c.firmware_company_id and f.id = c.firmware_id end
  where t.token_hash = hash_in and t.token_until > now()
    and (t.state in ('queued', 'sent', 'downloading') or t.rollback = 'fetching') $$;

create or replace function firmware_chunk(company_in bigint, file_in bigint, position_in int) returns bytea
  language sql stable security definer set search_path = public as $$
  select data from file_chunk c where c.company_id = company_in and c.file_id = file_in and c.position = position_in
    and exists (select 1 from firmware f where f.company_id = company_in and f.file_id = file_in) $$;

/** Records that a gateway has started to download its file, or its progress. */
create or replace function note_download(hash_in bytea, bytes_in int) returns void
  language sql security definer set search_path = public as $$
  update campaign_target set state = 'downloading', bytes_sent = greatest(bytes_sent, bytes_in), changed_at = now()
  where token_hash = hash_in and state in ('queued', 'sent', 'downloading') $$;

/** Deletes uploads that had no progress for two days, with the parts received. */
create or replace function sweep_uploads() returns int language sql security definer set search_path = public as $$
  with gone as (
    delete from file f using firmware_upload u
    where u.touched_at < now() - interval '2 days' and f.company_id = u.company_id and f.id = u.file_id returning 1)
  select count(*)::int from gone $$;

/**
 * Ends the downloads among these commands whose version the gateway now reports, or whose older version its
 * campaign does not allow there. A download that was sent earlier and never answered counts as successful.
 * Returns the ended commands.
 */
create or replace function end_needless_downloads(commands bigint[]) returns bigint[]
  language plpgsql set search_path = public as $$
declare
  needless bigint[];
begin
  with ended as (
    update device_command o set finished_at = clock_timestamp(), secret = null,
      state = case when n.is_there and o.sends > 0 then 'done' else 'cancelled' end,
      fault_code = case when n.is_there and o.sends > 0 then null else 'already_there' end
    from (
      select c.id, d.software_version = c.request->>'version' as is_there, d.software_version
      from device_command c
      cross join lateral (select k.software_version from device k where k.id = c.device_id limit 1) d
      where c.id = any (commands) and c.kind = 'download' and (d.software_version = c.request->>'version'
        or is_newer(d.software_version, c.request->>'version') and exists (
          select from campaign_target t
          join device_transfer x on x.id = t.transfer_id and x.command_id = c.id
          join campaign m on m.company_id = t.company_id and m.id = t.campaign_id and not m.allow_downgrade
          where t.device_id = c.device_id and t.rollback is distinct from 'fetching'))
    ) n
    where o.id = n.id and o.state = (select 'waiting') returning o.id
  )
  select coalesce(array_agg(e.id), '{}') into needless from ended e;
  perform note_command_end(e) from unnest(needless) e;
  return needless;
end $$;

grant execute on function firmware_chunk, firmware_download, note_download, sweep_uploads to {{login}};
