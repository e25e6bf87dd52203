/** Mailboxes that take replies, of companies in use, with the position to read on from. */
create or replace function integration_inboxes() returns table (
  company_id bigint, channel_id bigint, settings jsonb, sealed bytea, company_code text, is_platform boolean, language text,
  mailbox text, uid_validity text, next_uid bigint
) language sql stable security definer set search_path = public as $$
  select c.company_id, c.id, c.settings, c.sealed, o.code, o.kind = 'op', o.language, i.mailbox, i.uid_validity, i.next_uid
  from integration_channel c join company o on o.id = c.company_id and o.status = 'active'
  left join integration_inbox i on i.company_id = c.company_id and i.channel_id = c.id
  where c.kind = 5 and not c.paused and jsonb_typeof(c.settings->'inbox') = 'object'
  order by i.read_at nulls first $$;

/** Notes a position, or why reading failed; a channel that has been deleted is left alone. */
create or replace function integration_inbox_note(company_in bigint, channel_in bigint, mailbox_in text, validity_in text,
  next_in bigint, failure_in jsonb) returns void
  language sql security definer set search_path = public as $$
  insert into integration_inbox as i (company_id, channel_id, mailbox, uid_validity, next_uid, read_at, failing_since, failure)
  select c.company_id, c.id, mailbox_in, validity_in, next_in, now(), case when failure_in is not null then now() end, failure_in
  from integration_channel c where c.company_id = company_in and c.id = channel_in
  on conflict (company_id, channel_id) do update set mailbox = excluded.mailbox, read_at = now(),
    uid_validity = case when failure_in is null or i.mailbox <> mailbox_in then validity_in else i.uid_validity end,
    next_uid = case when failure_in is null or i.mailbox <> mailbox_in then next_in else i.next_uid end,
    failing_since = case when failure_in is not null then coalesce(i.failing_since, now()) end, failure = failure_in $$;

grant execute on function integration_inboxes, integration_inbox_note to {{login}};
