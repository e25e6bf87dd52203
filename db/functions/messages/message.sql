/** Runs in the transaction of the change it reports: both happen or neither does. */
create or replace function queue_message(id_in uuid, channel_in text, sealed_in bytea, seconds_in int) returns void
  language plpgsql security definer set search_path = public as $$
begin
  insert into outgoing_message (id, channel, sealed, expires_at)
  values (id_in, channel_in, sealed_in, now() + make_interval(secs => seconds_in));
  perform graphile_worker.add_job('message.send', json_build_object('messageId', id_in),
    job_key := 'message:' || id_in, max_attempts := 12);
end $$;

/** `messages_in`: [{id, channel, sealed (base64), seconds}]. */
create or replace function queue_messages(messages_in jsonb) returns void
  language sql security definer set search_path = public as $$
  select queue_message((m ->> 'id')::uuid, m ->> 'channel', decode(m ->> 'sealed', 'base64'), (m ->> 'seconds')::int)
  from jsonb_array_elements(messages_in) m $$;

/** A message still to be sent; no row if it was sent or is obsolete. */
create or replace function take_message(id_in uuid) returns table (channel text, sealed bytea)
  language plpgsql security definer set search_path = public as $$
begin
  update outgoing_message m set state = 'dropped', sealed = null, finished_at = now()
  where m.id = id_in and m.state = 'waiting' and m.expires_at <= now();
  return query update outgoing_message m set attempts = m.attempts + 1
    where m.id = id_in and m.state = 'waiting' returning m.channel, m.sealed;
end $$;

create or replace function finish_message(id_in uuid, state_in text) returns void
  language sql security definer set search_path = public as $$
  update outgoing_message set state = state_in, sealed = null, finished_at = now()
  where id = id_in and state = 'waiting' $$;

create or replace function keep_in_outbox(id_in uuid, channel_in text, sealed_in bytea) returns void
  language sql security definer set search_path = public as $$
  insert into outbox_message (id, channel, sealed) values (id_in, channel_in, sealed_in) on conflict do nothing;
  delete from outbox_message where at < now() - interval '7 days' $$;

create or replace function outbox(limit_in int) returns table (id uuid, channel text, sealed bytea, at timestamptz)
  language sql stable security definer set search_path = public as $$
  select id, channel, sealed, at from outbox_message order by at desc, id limit limit_in $$;

/**
 * Verified mail addresses of a company's administrators, with the language for mail to it. Within a request:
 * for the company acted in, those below it, and one that the person may act in, wherever they act now.
 */
create or replace function administrator_addresses(company_in bigint) returns table (email text, language text)
  language sql stable security definer set search_path = public as $$
  select distinct on (lower(p.email)) p.email, c.language
  from company c
  join member_role r on r.company_id = c.id
    and r.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end
  join member m on m.company_id = r.company_id and m.id = r.member_id and m.status = 'enabled'
  join person p on p.id = m.person_id and p.email_verified_at is not null and p.disabled_at is null
  where c.id = company_in and (scope_root() is null
    or exists (select 1 from company_ancestor a where a.company_id = c.id and a.ancestor_id = scope_root())
    or acting_reach(c.id))
  order by lower(p.email) $$;

grant execute on function administrator_addresses, queue_message, queue_messages
  to {{login}}, {{company}}, {{tree}}, {{platform}};
grant execute on function finish_message, keep_in_outbox, outbox, take_message to {{login}};
