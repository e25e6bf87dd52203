/** The vendor placed the call of a message: the hash of what names it there, for an hour. */
create or replace function notice_call_placed(message_in uuid, reference_in bytea, vendor_in text) returns void
  language sql security definer set search_path = public as $$
  insert into notice_call (channel_id, reference_hash, company_id, message_id, person_id, vendor_id)
  select coalesce(m.through_id, m.channel_id), reference_in, m.company_id, m.id, m.recipient, vendor_in
  from notice_message m where m.id = message_in and m.by_voice and m.recipient <> 0
  on conflict do nothing $$;

/** The gateway whose address for reports of calls holds this secret. */
create or replace function notice_call_gateway(callback_in bytea) returns table (provider text, key text)
  language sql stable security definer set search_path = public as $$
  select c.settings ->> 'provider', c.settings #>> '{voice,key}' from integration_channel c
  join company o on o.id = c.company_id and o.status = 'active' where c.callback_hash = callback_in $$;

/**
 * What a vendor reported of a call, to the address of its gateway. A key acknowledges what the call was about, once and within
 * the hour. Calls that are not known are of other users of the vendor's account. Returns how many alarms were acknowledged.
 */
create or replace function notice_call_reported(callback_in bytea, reference_in bytea, pressed_in boolean, receipt_in text,
  code_in text, hours_in int) returns int language plpgsql security definer set search_path = public as $$
declare
  k notice_call;
  n int := 0;
begin
  select l.* into k from notice_call l join integration_channel c on c.company_id = l.company_id and c.id = l.channel_id
    where c.callback_hash = callback_in and l.reference_hash = reference_in and l.expires_at > now() for update of l;
  if not found then return 0; end if;
  if pressed_in and k.acknowledged_at is null then
    update notice_call set acknowledged_at = now() where channel_id = k.channel_id and reference_hash = k.reference_hash;
    n := coalesce(notice_acknowledge(k.company_id, k.message_id, k.person_id, hours_in, 'byCall'), 0);
  end if;
  if receipt_in is not null then
    perform notice_receipt_noted(k.message_id, k.vendor_id, receipt_in, code_in, 0);
  end if;
  return n;
end $$;

grant execute on function notice_call_gateway, notice_call_placed, notice_call_reported to {{login}};
