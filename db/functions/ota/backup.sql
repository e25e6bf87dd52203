/** The backup that a URL belongs to, while its transfer is in progress. */
create or replace function backup_expected(hash_in bytea) returns bigint
  language sql stable security definer set search_path = public as $$
  select b.id from device_backup b join device_transfer x on x.id = b.transfer_id
  where b.token_hash = hash_in and b.token_until > now() and x.ended_at is null $$;

/** Stores a gateway's upload, sealed; keeps the newest ten per gateway. */
create or replace function store_backup(hash_in bytea, content_in bytea, size_in int, sha256_in bytea) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  b device_backup;
begin
  update device_backup set content = content_in, size = size_in, sha256 = sha256_in, stored_at = now()
  where id = backup_expected(hash_in) returning * into b;
  if b.id is null then return false; end if;
  delete from device_backup o where o.company_id = b.company_id and o.device_id = b.device_id and o.stored_at is not null
    and o.id not in (select k.id from device_backup k where k.company_id = b.company_id and k.device_id = b.device_id
      and k.stored_at is not null order by k.id desc limit 10);
  perform note_live(b.company_id, 'command.changed', b.device_id, '{}');
  return true;
end $$;

/** The backup that a gateway downloads by its URL to restore it, while that transfer is in progress. */
create or replace function backup_download(hash_in bytea) returns table (backup_id bigint, content bytea)
  language sql stable security definer set search_path = public as $$
  select b.id, b.content from device_backup b join device_transfer x on x.id = b.restore_transfer_id
  where b.restore_hash = hash_in and b.restore_until > now() and x.ended_at is null and b.stored_at is not null $$;

/** Deletes backups that never arrived. */
create or replace function prune_backups() returns int language sql security definer set search_path = public as $$
  with gone as (delete from device_backup where stored_at is null and created_at < now() - interval '7 days' returning 1)
  select count(*)::int from gone $$;

grant execute on function backup_download, backup_expected, prune_backups, store_backup to {{login}};
