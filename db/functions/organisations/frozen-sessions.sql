/** Runs before a company is frozen or deactivated: ends the sessions opened so far in it. */
create or replace function company_ends_sessions() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  new.sessions_ended_at := clock_timestamp();
  return new;
end $$;
