-- Regions of outlets as paths that a company names itself, business hours in a notation, and the devices that stand in
-- no outlet.

-- ─── Regions ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- `华东/上海/浦东`, as `regionOf` of the contract writes it. Compared byte by byte: what lies below a region is a range.
alter table outlet add column region text collate "C" not null default '';
update outlet set region = array_to_string(array(
  select level from (
    select n, btrim(regexp_replace(part, '[[:cntrl:][:space:]/]+', ' ', 'g')) as level
    from unnest(array[province, case when city = province then '' else city end, district]) with ordinality u (part, n)) s
  where level <> '' order by n), '/');

-- Columns and indexes that hold the former three go with them.
alter table outlet drop column search;
alter table outlet drop column province, drop column city, drop column district;
alter table outlet
  -- As device.search.
  add column search text generated always as (
    ' ' || search_text(name || ' ' || code || ' ' || replace(region, '/', ' ') || ' ' || address)) stored;
create index outlet_company_region on outlet (company_id, region, id);
create index outlet_all_region on outlet (region, id);
create index outlet_search on outlet using gin (company_id, search gin_trgm_ops) with (gin_pending_list_limit = 256);
create index outlet_all_search on outlet using gin (search gin_trgm_ops) with (gin_pending_list_limit = 256);

-- ─── Business hours ──────────────────────────────────────────────────────────────────────────────────────────────

-- What people have written, in the notation of `business-hours.ts` of the contract; null when it is another text.
create function hours_written(text_in text) returns text language plpgsql as $$
declare
  hours text := text_in;
  days constant text[] := array['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
  clock constant text := '([01]?[0-9]|2[0-3]):[0-5][0-9]';
  span constant text := clock || '-(' || clock || '|24:00)';
  rule text;
begin
  hours := translate(hours, '；，、：–—－~～至到', ';,,:-------');
  hours := regexp_replace(hours, '每天|每日', 'Mo-Su ', 'g');
  hours := regexp_replace(hours, '工作日', 'Mo-Fr ', 'g');
  hours := regexp_replace(hours, '周末', 'Sa,Su ', 'g');
  for n in 1..7 loop
    hours := regexp_replace(hours, '(周|星期|礼拜)' || case when n = 7 then '[日天]' else substr('一二三四五六', n, 1) end,
      days[n] || ' ', 'g');
    hours := regexp_replace(hours, '\m' || days[n] || '[a-z]{0,7}\M', days[n], 'gi');
  end loop;
  hours := btrim(regexp_replace(regexp_replace(hours, '\s+', ' ', 'g'), ' ?([;,-]) ?', '\1', 'g'), ' ;');
  rule := format('(((%1$s)(-(%1$s))?(,(%1$s)(-(%1$s))?)* )?%2$s(,%2$s)*|24/7)', array_to_string(days, '|'), span);
  return case when hours ~ ('^' || rule || '(;' || rule || ')*$') then replace(hours, ';', '; ') end;
end $$;
update outlet set
  business_hours = coalesce(hours_written(business_hours), ''),
  -- What is no notation is kept for people.
  note = case when hours_written(business_hours) is null
    then btrim(note || E'\n' || '营业时间 / Business hours: ' || business_hours, E'\n') else note end
where business_hours <> '';
drop function hours_written(text);

-- ─── Devices in no outlet ────────────────────────────────────────────────────────────────────────────────────────

create index device_placeless_company on device (company_id, name, id) where state = 'claimed' and outlet_id is null;
create index device_placeless_msp on device (msp_id, name, id) where state = 'claimed' and outlet_id is null;
create index device_placeless_all on device (name, id) where state = 'claimed' and outlet_id is null;
