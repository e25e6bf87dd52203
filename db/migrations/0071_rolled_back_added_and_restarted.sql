-- ─── A gateway that went back to its earlier version is neither upgraded nor failed ──────────────────────────────────────

alter table campaign_target drop constraint campaign_target_state_check;
alter table campaign_target add constraint campaign_target_state_check check (state in ('waiting', 'queued', 'sent',
  'downloading', 'transferred', 'verified', 'failed', 'rolled_back', 'aborted', 'cancelled'));
update campaign_target set state = 'rolled_back', fault_code = nullif(fault_code, 'rolled_back')
where state = 'failed' and rollback = 'done';

alter table campaign add column rolled_back int not null default 0;
update campaign c set rolled_back = k.n, failed = greatest(c.failed - k.n, 0)
from (select company_id, campaign_id, sum(n) as n from campaign_count where standing = 'rolled_back' group by 1, 2) k
where c.company_id = k.company_id and c.id = k.campaign_id and k.n > 0;

/** As in 0037; what a ring stops by counts those too that went back. */
create or replace function ring_failures(campaign_in bigint, ring_in int) returns int
  language sql stable security definer set search_path = public as $$
  select coalesce(sum(n), 0)::int from campaign_count
  where company_id = scope_company() and campaign_id = campaign_in and ring = ring_in
    and standing in ('failed', 'rolled_back', 'lost') $$;

-- ─── An instance that a change of settings adds with the restart ─────────────────────────────────────────────────────────

/** As in 0067; a change of settings tells itself which of its instances wait. */
create or replace function objects_apply_later(new device_command) returns void
  language plpgsql security definer set search_path = public as $$
begin
  insert into device_parameter as p (company_id, device_id, path, parent, is_object, later)
  select new.company_id, new.device_id, o.path, regexp_replace(o.path, '[^.]+\.$', ''), true, o.later
  from (
    select (new.request->>'path') || (new.result->>'instanceNumber') || '.' as path, 'added' as later
      where new.kind = 'add_object'
    union all select new.request->>'path', 'deleted' where new.kind = 'delete_object'
    union all select a #>> '{}', 'added' from jsonb_path_query(new.result, '$.addedLater[*]') a
      where new.kind = 'change_settings'
    union all select a #>> '{}', 'deleted' from jsonb_path_query(new.result, '$.deletedLater[*]') a
      where new.kind = 'change_settings') o
  where o.path is not null
  on conflict (device_id, path) do update set later = excluded.later;
end $$;

-- ─── Restarts of several gateways at once are found again by whoever asked for them ──────────────────────────────────────

create table restart_batch (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  kind text not null check (kind in ('reboot', 'factory_reset')),
  -- {id, name} of those for which it was queued.
  devices jsonb not null,
  created_by bigint not null,
  created_at timestamptz not null default clock_timestamp()
);
create index restart_batch_page on restart_batch (company_id, created_by, id desc);
select netward_protect('restart_batch', 'company_id', 'select, insert, delete');
