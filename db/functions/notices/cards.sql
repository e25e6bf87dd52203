/** A card with buttons goes to a person: what its buttons will act on. */
create or replace function notice_card_made(message_in uuid, act_in text, subject_in bigint, step_in int) returns void
  language sql security definer set search_path = public as $$
  insert into notice_card (message_id, company_id, channel_id, person_id, act, subject_id, step)
  select m.id, m.company_id, m.channel_id, m.recipient, act_in, subject_in, step_in
  from notice_message m where m.id = message_in and m.recipient <> 0
  on conflict do nothing $$;

/**
 * The card of a channel that its vendor says a person pressed, if it was sent to whom the subject is linked to now. `over`: it was
 * used, or its time has passed.
 */
create or replace function notice_card_pressed(channel_in bigint, message_in uuid, pressed_by text) returns table (
  company_id bigint, person_id bigint, act text, subject_id bigint, step int, over boolean, language text
) language sql stable security definer set search_path = public as $$
  select k.company_id, k.person_id, k.act, k.subject_id, k.step, k.done_at is not null or k.expires_at <= now(),
    coalesce(p.language, o.language)
  from notice_card k join company o on o.id = k.company_id and o.status = 'active'
  join integration_channel c on c.company_id = k.company_id and c.id = k.channel_id and not c.paused
  join sign_on_link l on l.company_id = k.company_id and l.channel_id = k.channel_id and l.subject = pressed_by
  join member m on m.company_id = l.company_id and m.id = l.member_id and m.person_id = k.person_id
  join person p on p.id = k.person_id
  where k.channel_id = channel_in and k.message_id = message_in $$;

/** Takes the card, which counts once. False: it is over. */
create or replace function notice_card_take(message_in uuid) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  update notice_card set done_at = now() where message_id = message_in and done_at is null and expires_at > now();
  return found;
end $$;

/** What it was taken for did not come about: another press may. */
create or replace function notice_card_return(message_in uuid) returns void
  language sql security definer set search_path = public as $$
  update notice_card set done_at = null where message_id = message_in $$;

/** Acknowledges what the card is about, as its recipient. Null: there is none that they may act on. */
create or replace function notice_card_acknowledge(message_in uuid, hours_in int) returns int
  language sql security definer set search_path = public as $$
  select notice_acknowledge(k.company_id, k.message_id, k.person_id, hours_in, 'byCard')
  from notice_card k where k.message_id = message_in and k.act = 'acknowledge' $$;

/** A session of one minute in which the person of a card acts, as one that its channel opened. Null: they may not come in. */
create or replace function notice_card_session(message_in uuid, token_hash_in bytea) returns bigint
  language sql security definer set search_path = public as $$
  insert into session (token_hash, person_id, company_id, idle_seconds, expires_at, user_agent, outside)
  select token_hash_in, k.person_id, k.company_id, 60, now() + interval '1 minute', c.name, true
  from notice_card k join integration_channel c on c.company_id = k.company_id and c.id = k.channel_id and not c.paused
  where k.message_id = message_in returning id $$;

grant execute on function notice_card_acknowledge, notice_card_made, notice_card_pressed, notice_card_return, notice_card_session,
  notice_card_take to {{login}};

/** The channel of a card, and its company, for what follows a press. */
create or replace function notice_card_channel(message_in uuid) returns table (
  company_id bigint, company_code text, is_platform boolean, kind smallint, settings jsonb, sealed bytea
) language sql stable security definer set search_path = public as $$
  select o.id, o.code, o.kind = 'op', c.kind, c.settings, c.sealed
  from notice_card k join integration_channel c on c.company_id = k.company_id and c.id = k.channel_id
  join company o on o.id = k.company_id where k.message_id = message_in $$;

/** Queues that the buttons of a card give way to what came of them. */
create or replace function notice_card_close(message_in uuid, press_in jsonb) returns void
  language sql security definer set search_path = public as $$
  select graphile_worker.add_job('card.close', (jsonb_build_object('messageId', message_in) || press_in)::json, max_attempts := 4)
  from notice_card k where k.message_id = message_in $$;

grant execute on function notice_card_channel, notice_card_close to {{login}};
