/** Whether a channel is the only way in for a member: it says so, works, and the member is not the one kept for emergencies. */
create or replace function sign_on_is_only_way(company_in bigint, member_in bigint) returns boolean
  language sql stable set search_path = public as $$
  select exists (
    select from sign_on_link l join integration_channel c on c.company_id = l.company_id and c.id = l.channel_id
    where l.company_id = company_in and l.member_id = member_in and not c.paused
      and (c.settings -> 'signIn' ->> 'passwordOff')::boolean
      and (c.settings -> 'signIn' ->> 'breakGlassId')::bigint is distinct from member_in) $$;

create or replace function sign_on_link_follows() returns trigger language plpgsql security definer set search_path = public as $$
declare
  l sign_on_link := case tg_op when 'DELETE' then old else new end;
begin
  if tg_op = 'DELETE' then
    update session s set ended_at = now(), end_code = '40005'
    from sign_on_session o
    where o.session_id = s.id and s.ended_at is null and o.company_id = l.company_id and o.channel_id = l.channel_id
      and o.subject = l.subject;
  end if;
  update member m set outside_only = sign_on_is_only_way(l.company_id, l.member_id)
  where m.company_id = l.company_id and m.id = l.member_id
    and m.outside_only <> sign_on_is_only_way(l.company_id, l.member_id);
  return null;
end $$;

create or replace function sign_on_channel_follows() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if not (coalesce(new.settings ? 'signIn', false) or coalesce(old.settings ? 'signIn', false)) then return null; end if;
  if new.paused and not old.paused then
    update session s set ended_at = now(), end_code = '40005'
    from sign_on_session o
    where o.session_id = s.id and s.ended_at is null and o.company_id = new.company_id and o.channel_id = new.id;
  end if;
  update member m set outside_only = not m.outside_only
  from sign_on_link l
  where l.company_id = new.company_id and l.channel_id = new.id and m.company_id = l.company_id and m.id = l.member_id
    and m.outside_only <> sign_on_is_only_way(m.company_id, m.id);
  return null;
end $$;
