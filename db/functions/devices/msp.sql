-- Permissions follow company_ancestor, which changes in one short transaction. MSP indexes (msp_id) of the
-- company's devices follow in batches: other writers wait for one batch at most. An insert reads its msp_id
-- under a lock that excludes a move or a batch of it: either the move sees the insert, or the insert sees the
-- move.

/** Runs before a device or a terminal session is assigned to a company. */
create or replace function device_set_msp() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from company where id = new.company_id for key share;
  new.msp_id := msp_of(new.company_id);
  return new;
end $$;

/** Runs before insert of a row that names no MSP. */
create or replace function device_presence_set_msp() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  select d.msp_id into new.msp_id from device d where d.id = new.device_id for key share;
  return new;
end $$;

/** Runs before insert of an entry that names no MSP. */
create or replace function device_timeline_set_msp() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  select d.msp_id into new.msp_id from device d where d.id = new.device_id for key share;
  return new;
end $$;
