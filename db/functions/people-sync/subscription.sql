/**
 * Queues the work on subscriptions that are to be made, renewed or ended. Those of channels that are paused, or no longer kept in
 * step by themselves, end.
 */
create or replace function directory_subscriptions_tend() returns void language plpgsql security definer set search_path = public as $$
declare
  d record;
begin
  insert into directory_subscription (company_id, channel_id)
  select s.company_id, s.channel_id from people_sync s
  join integration_channel c on c.company_id = s.company_id and c.id = s.channel_id and c.kind = 3 and not c.paused
  join company o on o.id = s.company_id and o.status = 'active'
  where s.enabled and s.confirmed_at is not null on conflict do nothing;
  for d in
    select x.company_id, x.channel_id from directory_subscription x
    join people_sync s on s.company_id = x.company_id and s.channel_id = x.channel_id
    join integration_channel c on c.company_id = x.company_id and c.id = x.channel_id
    join company o on o.id = x.company_id
    where case when o.status = 'active' and not c.paused and s.enabled and s.confirmed_at is not null then x.next_at <= now()
      else coalesce(x.asked_at < now() - interval '10 minutes', true) end
    order by x.next_at limit 200 for update of x skip locked
  loop
    update directory_subscription set asked_at = now(), next_at = greatest(next_at, now() + interval '10 minutes')
    where company_id = d.company_id and channel_id = d.channel_id;
    perform add_keyed_job('directory.subscribe', json_build_object('companyId', d.company_id::text, 'channelId', d.channel_id::text),
      'directory-subscribe:' || d.channel_id);
  end loop;
end $$;

/** By what a notification is known. Asked: Graph may be trying the address. */
create or replace function directory_subscription_of(company_in bigint, channel_in bigint)
  returns table (outside_id text, state_hash bytea, is_asked boolean)
  language sql stable security definer set search_path = public as $$
  select d.outside_id, d.state_hash, coalesce(d.asked_at > now() - interval '10 minutes', false)
  from directory_subscription d where d.company_id = company_in and d.channel_id = channel_in $$;

/** Graph wants it to be renewed, or has ended it. */
create or replace function directory_subscription_renew(company_in bigint, channel_in bigint, removed boolean) returns void
  language sql security definer set search_path = public as $$
  update directory_subscription set next_at = now(), outside_id = case when removed then null else outside_id end
  where company_id = company_in and channel_id = channel_in $$;

grant execute on function directory_subscriptions_tend, directory_subscription_of, directory_subscription_renew to {{login}};
