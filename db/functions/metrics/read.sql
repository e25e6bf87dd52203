/** Months for which samples of a company are kept: its own cycle, at most the platform's. */
create or replace function metric_cycle(company_in bigint) returns int
  language sql stable security definer set search_path = public as $$
  select least(m.own, m.platforms) from (
    select storage_months(coalesce(c.storage_cycle, p.storage_cycle)) as own, storage_months(p.storage_cycle) as platforms
    from company c, platform_setting p where c.id = company_in) m $$;

create or replace function storage_months(cycle_in text) returns int language sql immutable strict parallel safe
  return case cycle_in when 'three_months' then 3 when 'six_months' then 6 else 12 end;

/** Whether those above look into this company in this transaction, as `netward_behind_consent`. */
create or replace function metric_is_open(company_in bigint) returns boolean language sql stable
  return company_in = scope_company() or company_in = netward_setting('netward.looks_into')::bigint;

/**
 * Those of these series that this transaction's scope sees, as row-level security does: definer functions that read samples
 * ask anew, so that nobody reads by guessing numbers.
 */
create or replace function metric_visible(series_in bigint[]) returns setof metric_series
  language sql stable security definer set search_path = public rows 100 as $$
  select s.* from metric_series s where s.id = any (series_in) and case current_setting('role')
    when '{{company}}' then s.company_id = scope_company() and sees_place(s.outlet_id, s.department_id)
    when '{{tree}}' then s.company_id in (select visible_companies()) and metric_is_open(s.company_id)
    when '{{platform}}' then metric_is_open(s.company_id) else false end $$;

/**
 * What is stored of series between two moments, both in milliseconds: polls, and packed hours or rollups. Rows hold what
 * other series of the same devices have too; the reader picks its own. `recent_in`: g(auges), c(ounters) or both.
 * `packed_in`: samples, five or buckets.
 */
create or replace function metric_read(
  series_in bigint[], from_in bigint, to_in bigint, recent_in text, packed_in text
) returns table (source text, device_id bigint, block bigint, at bigint, body bytea, counters bytea)
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  blocks bigint[];
  devices bigint[];
  companies bigint[];
  first bigint;
begin
  select array_agg(distinct v.block), array_agg(distinct v.subject_id), array_agg(distinct v.company_id)
    into blocks, devices, companies from metric_visible(series_in) v;
  if blocks is null then return; end if;
  -- Series of one read are of one company.
  first := greatest(from_in, (select (extract(epoch from now() - make_interval(months => min(metric_cycle(c)))) * 1000)::bigint
    from unnest(companies) c));
  return query
    select 'recent', r.device_id, null::bigint, r.at, case when recent_in like '%g%' then r.gauges end,
      case when recent_in like '%c%' then r.counters end
    from metric_recent r where r.device_id = any (devices) and r.at >= first and r.at < to_in;
  if packed_in = 'buckets' then
    return query execute format($query$
      select 'buckets', null::bigint, m.block, m.quarter * 21600000::bigint, m.buckets, null::bytea from metric_rollup m
      where m.block = any ($1) and m.quarter between %s and %s $query$, first / 21600000, (to_in - 1) / 21600000) using blocks;
  elsif packed_in <> '' then
    return query execute format($query$
      select case when %L = 'five' and m.five is not null then 'five' else 'samples' end, null::bigint, m.block,
        m.hour * 3600000::bigint, case when %1$L = 'five' then coalesce(m.five, m.samples) else m.samples end, null::bytea
      from metric_hour m where m.block = any ($1) and m.hour between %s and %s $query$,
      packed_in, first / 3600000, (to_in - 1) / 3600000) using blocks;
  end if;
end $$;

/** Those of these series that the scope sees, with their companies and the first moment that these keep, in milliseconds. */
create or replace function metric_readable(series_in bigint[]) returns table (id bigint, company_id bigint, oldest bigint)
  language sql stable security definer set search_path = public as $$
  select v.id, v.company_id, (extract(epoch from now() - make_interval(months => metric_cycle(v.company_id))) * 1000)::bigint
  from metric_visible(series_in) v $$;

/** The last samples of devices that are packed, and what came since. */
create or replace function metric_read_last(series_in bigint[]) returns table (device_id bigint, last bytea)
  language sql stable security definer set search_path = public as $$
  select m.device_id, m.last from metric_device m
  where m.device_id in (select v.subject_id from metric_visible(series_in) v) $$;

grant execute on function metric_read, metric_read_last, metric_readable to {{company}}, {{tree}}, {{platform}};

/** Why a product stops what this transaction reads, as for an endpoint of the product; null if it does not. */
create or replace function metric_stop(product_in text) returns jsonb
  language sql stable security definer set search_path = public as $$
  select request_stop(null, product_in, scope_company(), scope_person(), netward_setting('netward.identity')::int) $$;

grant execute on function metric_stop, storage_months to {{company}}, {{tree}}, {{platform}};
