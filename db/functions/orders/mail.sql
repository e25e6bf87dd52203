/** The company of an order that a mailbox serves: that of its channel, or one below. */
create or replace function work_order_of_mail(channel_company_in bigint, order_in bigint) returns table (company_id bigint)
  language sql stable security definer set search_path = public as $$
  select o.company_id from work_order o join company c on c.id = o.company_id and c.status = 'active'
    and (c.kind <> 'company' or 'work_orders' = any (c.products))
  join company_ancestor a on a.company_id = o.company_id and a.ancestor_id = channel_company_in
  where o.id = order_in $$;

/** Who writes from a confirmed address and takes part in an order: its assignee, its author or a watcher who still sees it. */
create or replace function work_order_correspondent(company_in bigint, order_in bigint, email_in text) returns table (
  person_id bigint, name text
) language plpgsql stable security definer set search_path = public as $$
begin
  return query
  select p.id, p.display_name from work_order o
  join person p on lower(p.email) = lower(email_in) and p.email_verified_at is not null and p.disabled_at is null
  where o.company_id = company_in and o.id = order_in and work_order_seen(o, p.id) and (
    o.assignee_id = p.id
    or exists (select from work_order_watcher w where w.company_id = o.company_id and w.order_id = o.id and w.person_id = p.id)
    or exists (select from work_order_event e where e.company_id = o.company_id and e.order_id = o.id and e.kind = 'created'
      and e.actor_id = p.id));
end $$;

/** What replies to mails about an order are addressed to: the mailbox of its company, or of the nearest above; null: none. */
create or replace function work_order_inbox(company_in bigint) returns text
  language sql stable security definer set search_path = public as $$
  select c.settings->'inbox'->>'address' from company_ancestor a join integration_channel c on c.company_id = a.ancestor_id
  where a.company_id = company_in and c.kind = 5 and not c.paused and jsonb_typeof(c.settings->'inbox') = 'object'
  order by a.depth, c.id limit 1 $$;

grant execute on function work_order_of_mail, work_order_correspondent to {{login}};
