/** Rate limit: ten calls a second, bursts of a hundred. Returns the seconds to wait; 0 admits the call. */
create or replace function take_application_call(application_in bigint) returns int
  language plpgsql security definer set search_path = public as $$
declare
  each interval := interval '100 milliseconds';
  burst interval := interval '10 seconds';
  at timestamptz := clock_timestamp();
  due timestamptz;
begin
  insert into application_rate as r (application_id, until) values (application_in, at + each)
  on conflict (application_id) do update set until = greatest(r.until, at) + each
    where r.until < at + burst
  returning until into due;
  if due is not null then return 0; end if;
  select until into due from application_rate where application_id = application_in;
  return greatest(1, ceil(extract(epoch from due - burst - at)))::int;
end $$;

/** Like take_application_call, by the token of a call; 0 for an invalid token, which is refused as such. */
create or replace function take_open_call(token_hash_in bytea) returns int
  language sql security definer set search_path = public as $$
  select coalesce((select take_application_call(s.application_id) from application_session s
    where s.token_hash = token_hash_in), 0) $$;

/**
 * Opens a session for an app ID and the hash of its key. `refusal`: `wrong` (unknown app ID, or a key that is
 * not its own or has ended), `inactive` (the application, its product or its company is not usable), `wait`
 * (too many).
 */
create or replace function open_application_session(
  app_id_in text, key_hash_in bytea, token_hash_in bytea, seconds_in int
) returns table (refusal text, wait int) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  a record;
begin
  wait := 0;
  select a.id, a.company_id, a.state, k.id as key_id, k.trial, k.expires_at, c.status, p.state as product_state into a
    from application a
    join application_key k on k.company_id = a.company_id and k.application_id = a.id and k.hash = key_hash_in
    join company c on c.id = a.company_id
    join product p on p.id = a.product_id
    where a.app_id = app_id_in and (k.expires_at is null or k.expires_at > now());
  if not found then refusal := 'wrong'; return next; return; end if;
  if a.status <> 'active' or a.product_state not in ('normal', 'maintenance')
    or not (a.state in ('normal', 'maintenance') or a.trial and a.state = 'activating') then
    refusal := 'inactive'; return next; return;
  end if;
  wait := take_application_call(a.id);
  if wait > 0 then refusal := 'wait'; return next; return; end if;
  insert into application_session (company_id, application_id, key_id, token_hash, expires_at)
  values (a.company_id, a.id, a.key_id, token_hash_in,
          least(now() + make_interval(secs => seconds_in), coalesce(a.expires_at, 'infinity')));
  update application_key set last_used_at = now() where id = a.key_id;
  update application set last_used_at = now() where id = a.id and not a.trial;
  return next;
end $$;

/**
 * Reports a refused token to the application's company: one entry per source and ten minutes, with the count
 * since the previous entry; beyond twenty sources an hour they share an entry. An unknown app ID is not
 * reported.
 */
create or replace function note_token_refusal(app_id_in text, source_in text, reason_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  a application;
  known application_refusal;
  reported_from text := source_in;
begin
  select * into a from application where app_id = app_id_in and state <> 'deleted';
  if a.id is null then return; end if;
  if not exists (select 1 from application_refusal where application_id = a.id and source = source_in)
    and (select count(*) from application_refusal where application_id = a.id and source <> '') >= 20
  then reported_from := ''; end if;
  insert into application_refusal (application_id, source, reported_at) values (a.id, reported_from, 'epoch') on conflict do nothing;
  select * into known from application_refusal where application_id = a.id and source = reported_from for update;
  if known.reported_at > now() - interval '10 minutes' then
    update application_refusal set unreported = unreported + 1 where application_id = a.id and source = reported_from;
    return;
  end if;
  update application_refusal set unreported = 0, reported_at = now() where application_id = a.id and source = reported_from;
  insert into audit_log (company_id, action, subject_kind, subject_id, detail)
  values (a.company_id, 'application.token_refused', 'application', a.id::text, jsonb_build_object(
    'source', reported_from, 'reason', reason_in, 'attempts', known.unreported + 1));
end $$;

/** Deletes obsolete rows and forgets idle sources. */
create or replace function prune_open_api() returns void
  language sql security definer set search_path = public as $$
  delete from application_session where expires_at < now() - interval '1 day';
  delete from application_key where expires_at < now() - interval '1 day';
  delete from application_answer where created_at < now() - interval '24 hours';
  delete from application_rate where until < now();
  delete from application_refusal where reported_at < now() - interval '1 hour' $$;

grant execute on function note_token_refusal, open_application_session, prune_open_api, take_open_call to {{login}};
