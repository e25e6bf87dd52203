/** The gateway after this one by the order of the company, if it may send and was not tried for this message. */
create or replace function notice_next_gateway(m notice_message) returns bigint
  language sql stable set search_path = public as $$
  select n.id from integration_channel c
  join integration_channel n on n.company_id = c.company_id and n.id = (c.settings->>'fallbackId')::bigint
  where c.company_id = m.company_id and c.id = coalesce(m.through_id, m.channel_id) and n.kind = 4 and not n.paused
    and n.id <> c.id and n.id <> m.channel_id
    and (not m.by_voice or jsonb_typeof(n.settings -> 'voice') = 'object')
    and not exists (select from jsonb_array_elements(m.trail) t where t->>'channelId' = n.id::text) $$;

/**
 * Hands a message to the next gateway. False if there is none, or another message to its recipient is on its way. What the
 * first gateway reports later counts no more: one message goes through one gateway at a time.
 */
create or replace function notice_fall_back(message_in uuid, why_in text, failure_in jsonb) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  m notice_message;
  next_id bigint;
begin
  select * into m from notice_message k where k.id = message_in and k.state in ('waiting', 'sent') for update;
  if not found then return false; end if;
  next_id := notice_next_gateway(m);
  if next_id is null or m.state = 'sent' and exists (select from notice_message o where o.company_id = m.company_id
    and o.channel_id = m.channel_id and o.recipient = m.recipient and o.by_voice = m.by_voice and o.state = 'waiting') then return false; end if;
  if why_in = 'failed' then
    update integration_channel set failing_since = coalesce(failing_since, now()), failure = failure_in
      where company_id = m.company_id and id = coalesce(m.through_id, m.channel_id);
  end if;
  update notice_message k set through_id = next_id, state = 'waiting', attempts = 0, next_at = now(), finished_at = null,
    sending_since = null, failure = null, vendor_id = null, receipt = null, receipt_code = null, receipt_at = null, receipt_asked = 0,
    trail = k.trail || jsonb_build_object('channelId', coalesce(k.through_id, k.channel_id)::text,
      'name', (select c.name from integration_channel c where c.id = coalesce(k.through_id, k.channel_id)),
      'why', why_in, 'detail', coalesce(failure_in->>'detail', ''), 'at', now())
    where k.id = m.id;
  update delivery set state = 'sending' where message_id = m.id and state in ('sent', 'sending');
  perform notice_enqueue(m.id, now());
  return true;
end $$;

/** The vendor took an SMS or a call under this id: what the carrier makes of it is asked for. */
create or replace function notice_receipt_awaited(message_in uuid, vendor_in text, after_in int) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform notice_vendor_lock(vendor_in);
  update notice_message set vendor_id = vendor_in, receipt = 'awaited' where id = message_in and state = 'sent';
  if not found then return; end if;
  perform notice_receipt_enqueue(message_in, after_in);
  perform notice_receipt_noted(m.id, vendor_in, e.receipt, e.receipt_code, 0)
  from notice_message m join notice_early_receipt e on e.channel_id = coalesce(m.through_id, m.channel_id)
    and e.company_id = m.company_id and e.vendor_id = vendor_in where m.id = message_in;
end $$;

/** What a vendor reports of a message may come beside its answer: of both one is first. For definer functions only. */
create or replace function notice_vendor_lock(vendor_in text) returns void language sql set search_path = public as $$
  select pg_advisory_xact_lock(hashtextextended('notice_vendor ' || vendor_in, 0)) $$;

/**
 * What a vendor reported of an SMS to the address of its gateway. One that is not known yet is kept for a day: the answer of the
 * vendor may be on its way. Null values: the report says nothing. False: no gateway has this address.
 */
create or replace function notice_sms_reported(callback_in bytea, vendor_in text, receipt_in text, code_in text) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  c integration_channel;
  m notice_message;
begin
  select k.* into c from integration_channel k join company o on o.id = k.company_id and o.status = 'active'
    where k.callback_hash = callback_in and k.kind = 4 and k.settings ->> 'provider' = 'huawei';
  if not found then return false; end if;
  if vendor_in is null then return true; end if;
  perform notice_vendor_lock(vendor_in);
  select k.* into m from notice_message k where k.company_id = c.company_id and k.vendor_id = vendor_in
    and coalesce(k.through_id, k.channel_id) = c.id;
  if found then
    perform notice_receipt_noted(m.id, vendor_in, receipt_in, code_in, 0);
  else
    delete from notice_early_receipt where reported_at < now() - interval '1 day';
    insert into notice_early_receipt as e (channel_id, vendor_id, company_id, receipt, receipt_code)
    values (c.id, vendor_in, c.company_id, receipt_in, code_in)
    on conflict (channel_id, vendor_id) do update set receipt = excluded.receipt, receipt_code = excluded.receipt_code;
  end if;
  return true;
end $$;

create or replace function notice_receipt_enqueue(message_in uuid, after_in int) returns void
  language sql set search_path = public as $$
  select graphile_worker.add_job('notice.receipt', json_build_object('messageId', message_in),
    run_at := now() + make_interval(secs => after_in), job_key := 'receipt:' || message_in, max_attempts := 25) $$;

/** A message whose receipt is awaited; `urgent`: it reports a critical alarm that is active and not acknowledged. */
create or replace function notice_receipt_begin(message_in uuid) returns table (
  company_id bigint, company_code text, is_platform boolean, kind smallint, settings jsonb, sealed bytea, phone text,
  vendor_id text, sent_at timestamptz, asked int, urgent boolean, has_next boolean, by_voice boolean, subject text
) language sql security definer set search_path = public as $$
  update notice_message k set receipt_asked = k.receipt_asked + 1 where k.id = message_in and k.receipt = 'awaited';
  select m.company_id, o.code, o.kind = 'op', c.kind, c.settings, c.sealed, p.phone, m.vendor_id, m.finished_at,
    m.receipt_asked, exists (select from delivery d join alarm a on a.id = d.alarm_id where d.message_id = m.id
      and a.severity = 'critical' and a.state = 'active' and a.acknowledged_at is null
      and d.transition in ('raised', 'severity_set', 'reminded')),
    notice_next_gateway(m) is not null, m.by_voice, notice_subject(m.company_id, c.id, m.recipient)
  from notice_message m join company o on o.id = m.company_id
  join integration_channel c on c.company_id = m.company_id and c.id = coalesce(m.through_id, m.channel_id)
  left join person p on p.id = m.recipient and p.phone_verified_at is not null
  where m.id = message_in and m.receipt = 'awaited' $$;

/** What the carrier reported. A report of another gateway's message, or a second one, changes nothing. */
create or replace function notice_receipt_noted(message_in uuid, vendor_in text, receipt_in text, code_in text, again_in int)
  returns void language plpgsql security definer set search_path = public as $$
begin
  if receipt_in = 'awaited' then
    perform notice_receipt_enqueue(message_in, again_in) from notice_message
      where id = message_in and vendor_id = vendor_in and receipt = 'awaited';
    return;
  end if;
  update notice_message set receipt = receipt_in, receipt_code = code_in, receipt_at = now()
    where id = message_in and vendor_id = vendor_in and receipt = 'awaited';
  if not found or receipt_in <> 'refused' then return; end if;
  if notice_fall_back(message_in, 'carrier', jsonb_build_object('detail', code_in)) then return; end if;
  update notice_message m set state = 'failed', failure = jsonb_build_object('reason', case when m.by_voice then 'unanswered'
      when c.kind = 4 then 'carrier' else 'recipient' end, 'detail', code_in)
    from integration_channel c where m.id = message_in and c.company_id = m.company_id and c.id = m.channel_id;
  perform notice_ring_instead(array(select d.id from delivery d where d.message_id = message_in and d.state = 'sent'));
  update delivery set state = 'failed' where message_id = message_in and state = 'sent';
end $$;

grant execute on function notice_sms_reported to {{login}};
grant execute on function notice_fall_back, notice_receipt_awaited, notice_receipt_begin, notice_receipt_noted to {{login}};
