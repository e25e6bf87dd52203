/** Services that companies above offer to a company. For definer functions only. */
create or replace function assistant_offered_to(company_in bigint)
  returns table (owner_id bigint, provider_id bigint, prices jsonb, month_tokens bigint)
  language sql stable set search_path = public as $$
  select o.company_id, o.provider_id, o.prices, o.month_tokens
  from company_ancestor a
  join company c on c.id = a.ancestor_id and c.status = 'active'
  join assistant_offer o on o.company_id = a.ancestor_id
  where a.company_id = company_in and a.depth > 0 and (o.for_all or exists (
    select from assistant_offer_company k
    where k.company_id = o.company_id and k.provider_id = o.provider_id and k.customer_id = company_in)) $$;

/** Tokens that a company took of a service since a day, with what running calls may take. */
create or replace function assistant_taken(company_in bigint, provider_in bigint, since date) returns numeric
  language sql stable set search_path = public as $$
  select coalesce(sum(c.input + c.output), 0) from assistant_call c
  where c.company_id = company_in and c.provider_id = provider_in and c.day >= since $$;

/** The first day of the month by the clock of a company. */
create or replace function assistant_month(company_in bigint) returns date
  language sql stable set search_path = public as $$
  select date_trunc('month', now() at time zone c.time_zone)::date from company c where c.id = company_in $$;

/**
 * Services that a company may call, its own and those offered to it, in its order, with their sealed keys: for the login role
 * alone, which no request reaches. `consents` are those of the company acted in: to the service itself at home, to its address
 * elsewhere.
 */
create or replace function assistant_models(payer_in bigint, subject_in bigint)
  returns table (id bigint, owner_id bigint, owner_code text, owner_is_op boolean, name text, form text, preset text, address text,
    sealed bytea, model text, is_abroad boolean, most_output int, prices jsonb, state text, consents bigint[], masked text[],
    contents text[])
  language sql stable security definer set search_path = public as $$
  with mine as (
    select p.id, p.place, p.prices, false as hidden, null::bigint as month_tokens from assistant_provider p
    where p.company_id = payer_in
    union all
    select o.provider_id, k.place, o.prices, coalesce(k.hidden, false), o.month_tokens from assistant_offered_to(payer_in) o
    left join assistant_choice k on k.company_id = payer_in and k.provider_id = o.provider_id)
  select p.id, p.company_id, w.code, w.kind = 'op', p.name, p.form, p.preset, p.address, p.sealed, p.model, p.is_abroad,
    p.most_output, m.prices,
    case when m.hidden then 'hidden' when p.paused then 'paused' when p.waits_until > now() then 'waiting'
      when assistant_taken(payer_in, p.id, assistant_month(payer_in)) >= m.month_tokens then 'quota' else 'ready' end,
    c.ids,
    array(select distinct u from assistant_consent x, unnest(x.masked) u where x.id = any (c.ids) order by 1),
    array(select u from assistant_consent x, unnest(x.contents) u where x.id = any (c.ids)
      group by u having count(*) = cardinality(c.ids) order by 1)
  from mine m
  join assistant_provider p on p.id = m.id
  join company w on w.id = p.company_id
  cross join lateral (
    select coalesce(array_agg(n.id), '{}') as ids from assistant_consent n
    where n.company_id = subject_in and n.ended_at is null and n.address = p.address and (n.is_abroad or not p.is_abroad)
      and (payer_in <> subject_in or n.provider_id = p.id)) c
  order by m.place nulls last, p.id $$;

/**
 * Why a call may not be made any more, asked in the transaction that reserves it; null: nothing stands against it. `gone`: the
 * service is deleted, paused, moved or not offered. `consent`: one of those that it was made ready by has ended.
 */
create or replace function assistant_call_barred(
  provider_in bigint, address_in text, subject_in bigint, consents_in bigint[], month_in date) returns text
  language plpgsql stable security definer set search_path = public as $$
declare
  payer constant bigint := scope_company();
  p assistant_provider;
  quota bigint;
begin
  select * into p from assistant_provider where id = provider_in and not paused and address = address_in;
  if p.id is null then return 'gone'; end if;
  if p.company_id <> payer then
    select o.month_tokens into quota from assistant_offered_to(payer) o where o.provider_id = provider_in;
    if not found then return 'gone'; end if;
  end if;
  if (select count(*) from assistant_consent c
      where c.id = any (consents_in) and c.company_id = subject_in and c.ended_at is null) < cardinality(consents_in)
    or cardinality(consents_in) = 0 then return 'consent'; end if;
  return case when assistant_taken(payer, provider_in, month_in) >= quota then 'quota' end;
end $$;

/**
 * Ends consents of companies to services of another company that are not offered to them any more, or that moved. Both take
 * the owner, or null for all of the companies named.
 */
create or replace function assistant_end_lost_consents(owner_in bigint, companies_in bigint[]) returns void
  language sql set search_path = public as $$
  update assistant_consent c set ended_at = now(), ended_by = coalesce((select w.name from company w where w.id = c.owner_id), ''),
    ended_because = case when p.id is null or o.provider_id is null then 'not_offered' else 'changed' end
  from assistant_consent n
  left join assistant_provider p on p.company_id = n.owner_id and p.id = n.provider_id
  left join lateral (select f.provider_id from assistant_offered_to(n.company_id) f where f.provider_id = n.provider_id) o on true
  where c.id = n.id and n.ended_at is null and n.owner_id <> n.company_id
    and (n.owner_id = owner_in or n.company_id = any (companies_in))
    and (o.provider_id is null or p.id is null or p.address <> n.address or p.is_abroad <> n.is_abroad) $$;

/** After the company acted in changed what it offers, or one of its services. */
create or replace function assistant_offers_changed() returns void
  language sql security definer set search_path = public as $$
  select assistant_end_lost_consents(scope_company(), '{}') $$;

/** What companies above offer to the company acted in; no key. */
create or replace function assistant_offered()
  returns table (id bigint, owner_id bigint, owner_name text, name text, preset text, address text, model text, models text[],
    is_abroad boolean, prices jsonb, month_tokens bigint, taken numeric, state text, waits_until timestamptz, hidden boolean,
    place int)
  language sql stable security definer set search_path = public as $$
  select p.id, p.company_id, w.name, p.name, p.preset, p.address, p.model, p.models, p.is_abroad, o.prices, o.month_tokens, u.taken,
    case when p.paused then 'paused' when u.taken >= o.month_tokens then 'quota' when p.waits_until > now() then 'waiting'
      when p.failing_since is not null then 'failing' else 'working' end,
    case when p.waits_until > now() then p.waits_until end, coalesce(k.hidden, false), k.place
  from assistant_offered_to(scope_company()) o
  join assistant_provider p on p.company_id = o.owner_id and p.id = o.provider_id
  join company w on w.id = p.company_id
  cross join lateral (
    select assistant_taken(scope_company(), p.id, assistant_month(scope_company())) as taken) u
  left join assistant_choice k on k.company_id = scope_company() and k.provider_id = p.id
  order by k.place nulls last, p.id $$;

/** What companies below took this month of what the company acted in offers, and how many agreed to it. */
create or replace function assistant_offers_taken() returns table (provider_id bigint, taken numeric, consents bigint)
  language sql stable security definer set search_path = public as $$
  select o.provider_id,
    (select coalesce(sum(c.input + c.output), 0) from assistant_call c
      where c.owner_id = o.company_id and c.owner_id <> c.company_id and c.provider_id = o.provider_id
        and c.day >= assistant_month(o.company_id)),
    (select count(*) from assistant_consent n
      where n.owner_id = o.company_id and n.provider_id = o.provider_id and n.company_id <> o.company_id and n.ended_at is null)
  from assistant_offer o where o.company_id = scope_company() $$;

/** Companies below the company acted in, by name or code; `of` names some of them instead. */
create or replace function assistant_companies_below(search_in text, of_in bigint[], most int) returns table (id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select c.id, c.name from company_ancestor a join company c on c.id = a.company_id
  where a.ancestor_id = scope_company() and a.depth > 0
    and case when of_in is null then search_in = '' or strpos(c.search, search_text(search_in)) > 0 else c.id = any (of_in) end
  order by c.name, c.id limit most $$;

/**
 * What companies below used of the services that the company acted in offers, with a row for the total, whose key is null.
 * Who asked and what for stays with them.
 */
create or replace function assistant_offer_use(from_in date, to_in date, by_in text)
  returns table (key text, name text, calls bigint, input numeric, cached numeric, output numeric, cost numeric, estimated numeric)
  language sql stable security definer set search_path = public as $$
  with used as (
    select case by_in when 'day' then c.day::text when 'company' then c.company_id::text else c.provider_name || ' ' || c.model end as key,
      case by_in when 'company' then o.name else '' end as name, c.*
    from assistant_call c join company o on o.id = c.company_id
    where c.owner_id = scope_company() and c.owner_id <> c.company_id and c.state = 'settled' and c.day between from_in and to_in)
  select u.key, max(u.name), count(*), coalesce(sum(u.input), 0), coalesce(sum(u.cached), 0), coalesce(sum(u.output), 0),
    coalesce(sum(u.cost), 0),
    coalesce(sum(u.input + u.output) filter (where u.estimated) / nullif(sum(u.input + u.output), 0), 0)
  from used u group by grouping sets ((u.key), ()) $$;

grant execute on function assistant_models to {{login}};
grant execute on function assistant_call_barred, assistant_companies_below, assistant_offer_use, assistant_offered,
  assistant_offers_changed, assistant_offers_taken to {{company}}, {{tree}}, {{platform}};
