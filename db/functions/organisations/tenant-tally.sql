-- Counts direct child tenants of each company by the list's filters. A change adds rows with the difference,
-- so that writers never wait for each other; occasionally a writer folds its parent's rows. The sum is exact.

/** Runs after a tenant is created, deleted, or changes in a counted property. */
create or replace function tenant_tally_count() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- A parent deleted in the same statement has no counts.
  if tg_op <> 'INSERT' and exists (select from company where id = old.parent_id) then
    insert into tenant_tally values (old.parent_id, old.kind, old.standing, old.status, old.delivery, -1);
  end if;
  if tg_op = 'DELETE' then
    delete from tenant_tally where parent_id = old.id;
    return null;
  end if;
  insert into tenant_tally values (new.parent_id, new.kind, new.standing, new.status, new.delivery, 1);
  if random() < 0.05 then perform tenant_tally_fold(new.parent_id); end if;
  return null;
end $$;

create or replace function tenant_tally_fold(parent_in bigint) returns void
  language sql set search_path = public as $$
  with gone as (
    delete from tenant_tally where ctid = any (array(
      select ctid from tenant_tally where parent_id = parent_in for update skip locked))
    returning *)
  insert into tenant_tally
  select parent_id, kind, standing, status, delivery, sum(n) from gone group by 1, 2, 3, 4, 5 having sum(n) <> 0 $$;
