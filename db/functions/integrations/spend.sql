/**
 * Counts a message or a call of a gateway before it is asked for. Returns the day that it counts on and its price; nothing if the
 * budget of the day does not allow it. Concurrent callers wait for the row of the day.
 */
create or replace function integration_spend_take(company_in bigint, channel_in bigint, by_voice_in boolean) returns table (
  counted_on date, price numeric
) language plpgsql security definer set search_path = public as $$
declare
  c integration_channel;
  today date;
  cost_in numeric;
  budget numeric;
begin
  select * into c from integration_channel x where x.company_id = company_in and x.id = channel_in;
  if c.id is null then return; end if;
  select (now() at time zone o.time_zone)::date into today from company o where o.id = company_in;
  cost_in := coalesce((c.settings ->> case when by_voice_in then 'callPrice' else 'price' end)::numeric, 0);
  budget := (c.settings ->> 'dailyBudget')::numeric;
  insert into integration_spend as s (company_id, channel_id, day) values (company_in, channel_in, today)
  on conflict (company_id, channel_id, day) do nothing;
  return query
  update integration_spend s set messages = s.messages + (not by_voice_in)::int, calls = s.calls + by_voice_in::int,
    cost = s.cost + cost_in
  where s.company_id = company_in and s.channel_id = channel_in and s.day = today
    and (budget is null or s.cost + cost_in <= budget)
  returning s.day, cost_in;
end $$;

/** Gives back what the vendor did not take. */
create or replace function integration_spend_return(company_in bigint, channel_in bigint, by_voice_in boolean, day_in date,
  price_in numeric) returns void
  language sql security definer set search_path = public as $$
  update integration_spend s set messages = greatest(0, s.messages - (not by_voice_in)::int),
    calls = greatest(0, s.calls - by_voice_in::int), cost = greatest(0, s.cost - price_in)
  where s.company_id = company_in and s.channel_id = channel_in and s.day = day_in $$;

grant execute on function integration_spend_take, integration_spend_return to {{login}};
