-- Who may do what follows from company_ancestor, which changes in one short transaction. What indexes of MSPs hold of
-- the company's devices (msp_id) follows in portions: other writers wait for one of them at most. An insert asks for
-- its msp_id under a lock that a move, or a portion of it, excludes: it is either seen by the move, or sees it.

/** Runs before a device or a terminal session comes to a company. */
create or replace function device_set_msp() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from company where id = new.company_id for key share;
  new.msp_id := msp_of(new.company_id);
  return new;
end $$;

/** Runs before a row comes that names no MSP. */
create or replace function device_presence_set_msp() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  select d.msp_id into new.msp_id from device d where d.id = new.device_id for key share;
  return new;
end $$;

/** Runs before a line comes that names no MSP. */
create or replace function device_timeline_set_msp() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  select d.msp_id into new.msp_id from device d where d.id = new.device_id for key share;
  return new;
end $$;
