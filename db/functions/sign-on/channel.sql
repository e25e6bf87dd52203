/** A channel by the id in its addresses, with its company; no row for kinds that sign nobody in. */
create or replace function sign_on_channel(public_in text) returns table (
  company_id bigint, company_code text, prefix text, is_platform boolean, usable boolean, id bigint, kind smallint, name text,
  public_id text, settings jsonb, sealed bytea, paused boolean
) language sql stable security definer set search_path = public as $$
  select o.id, o.code, coalesce(o.prefix, ''), o.kind = 'op', o.status = 'active', c.id, c.kind, c.name, c.public_id,
    c.settings, c.sealed, c.paused
  from integration_channel c join company o on o.id = c.company_id
  where c.public_id = public_in and c.settings ? 'signIn' $$;

/** Ways in of the company with this prefix or code, for its sign-in page. */
create or replace function sign_on_offers(prefix_in text, code_in text)
  returns table (public_id text, kind smallint, name text, prefix text)
  language sql stable security definer set search_path = public as $$
  select c.public_id, c.kind, c.name, coalesce(o.prefix, '')
  from company o join integration_channel c on c.company_id = o.id
  where o.status = 'active' and not c.paused and (c.settings -> 'signIn' ->> 'offered')::boolean
    and (prefix_in <> '' and o.prefix = lower(prefix_in) or code_in <> '' and o.code = lower(code_in))
  order by c.kind, lower(c.name) limit 20 $$;

/**
 * Notes what a channel did. The state of the channel follows a failure of its own and a success; a refused person says
 * nothing about it. Returns whether it began to fail.
 */
create or replace function integration_note(
  company_in bigint, channel_in bigint, act_in text, outcome_in text, reason_in text, detail_in text, subject_in text,
  milliseconds_in int
) returns boolean language plpgsql security definer set search_path = public as $$
declare
  was timestamptz;
begin
  select failing_since into was from integration_channel where company_id = company_in and id = channel_in for update;
  if not found then return false; end if;
  insert into integration_call (company_id, channel_id, act, outcome, reason, detail, subject, milliseconds)
  values (company_in, channel_in, act_in, outcome_in, reason_in, detail_in, subject_in, milliseconds_in);
  if outcome_in = 'done' then
    update integration_channel set failing_since = null, failure = null, sent_at = now()
    where company_id = company_in and id = channel_in;
  elsif outcome_in = 'failed' then
    update integration_channel set failing_since = coalesce(failing_since, now()),
      failure = jsonb_build_object('reason', reason_in, 'detail', detail_in)
    where company_id = company_in and id = channel_in;
  end if;
  return outcome_in = 'failed' and was is null;
end $$;

/** Deletes calls older than 30 days, at most `most`; returns how many. */
create or replace function integration_calls_prune(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  gone int;
begin
  delete from integration_call where id in (
    select id from integration_call where at < now() - interval '30 days' order by at limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;

grant execute on function integration_calls_prune, sign_on_channel, sign_on_offers to {{login}};
/** Whether a member can come in by password when a channel is the only way in for all whom it signs in. */
create or replace function sign_on_break_glass(member_in bigint, channel_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (
    select from member m join company c on c.id = m.company_id join person p on p.id = m.person_id
    join member_role r on r.company_id = m.company_id and r.member_id = m.id
      and r.built_in = case c.kind when 'op' then 'platform_administrator' else 'administrator' end
    where m.company_id = scope_company() and m.id = member_in and m.status = 'enabled' and p.disabled_at is null
      and not p.must_complete and p.password_changed_at is not null
      and not exists (select from sign_on_link l where l.company_id = m.company_id and l.member_id = m.id
        and l.channel_id = channel_in)) $$;

grant execute on function integration_note to {{login}}, {{company}}, {{tree}}, {{platform}};
grant execute on function sign_on_break_glass to {{company}}, {{tree}}, {{platform}};
