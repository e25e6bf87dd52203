/** With `replaces_in`, ends this person's earlier tickets for this purpose. */
create or replace function issue_ticket(
  hash_in bytea, purpose_in text, person_in bigint, company_in bigint, data_in jsonb, seconds_in int, replaces_in boolean
) returns void language plpgsql security definer set search_path = public as $$
begin
  if replaces_in then delete from one_time_ticket where person_id = person_in and purpose = purpose_in; end if;
  insert into one_time_ticket (hash, purpose, person_id, company_id, data, expires_at)
  values (hash_in, purpose_in, person_in, company_in, data_in, now() + make_interval(secs => seconds_in));
end $$;

create or replace function read_ticket(hash_in bytea, purpose_in text)
  returns table (person_id bigint, company_id bigint, data jsonb, expires_at timestamptz)
  language sql stable security definer set search_path = public as $$
  select person_id, company_id, data, expires_at from one_time_ticket
  where hash = hash_in and purpose = purpose_in and spent_at is null and expires_at > now() $$;

/** Counts a use of a ticket that allows `most_in` attempts. */
create or replace function try_ticket(hash_in bytea, purpose_in text, most_in int)
  returns table (person_id bigint, company_id bigint, data jsonb, expires_at timestamptz)
  language sql security definer set search_path = public as $$
  update one_time_ticket t set tries = t.tries + 1
  where t.hash = hash_in and t.purpose = purpose_in and t.spent_at is null and t.expires_at > now() and t.tries < most_in
  returning t.person_id, t.company_id, t.data, t.expires_at $$;

/** Returns a row to the caller that uses it up. */
create or replace function spend_ticket(hash_in bytea, purpose_in text)
  returns table (person_id bigint, company_id bigint, data jsonb, expires_at timestamptz)
  language sql security definer set search_path = public as $$
  update one_time_ticket t set spent_at = now()
  where t.hash = hash_in and t.purpose = purpose_in and t.spent_at is null and t.expires_at > now()
  returning t.person_id, t.company_id, t.data, t.expires_at $$;

grant execute on function issue_ticket, read_ticket, spend_ticket, try_ticket to {{login}};
