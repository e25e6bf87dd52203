-- Lines and who measures them: the server, whose tests come to a line's static address, or a probe of the outlet from inside.

/** What a collector must know of lines: those of a poller's shares, or of a probe. In pages by id. */
create or replace function line_plan(shares smallint[], probe_in bigint, after_in bigint, most int) returns table (
  line_id bigint, company_id bigint, company_code text, outlet_id bigint, address text, profile text, settings jsonb,
  isp_host text, business_host text
) language sql stable security definer set search_path = public as $$
  select l.id, l.company_id, c.code, l.outlet_id, host(l.ip_address), k.kind, p.settings, s.isp_host, s.business_host
  from internet_line l join line_standing s on s.line_id = l.id join company c on c.id = l.company_id
  cross join lateral (select coalesce(s.profile, line_profile_of(l.type)) as kind) k
  left join line_profile p on p.company_id = l.company_id and p.kind = k.kind
  where l.id > after_in and c.status = 'active' and (c.kind <> 'company' or 'link_testing' = any (c.products))
    and case when probe_in is null then ((l.id / 2) % 64)::smallint = any (shares) and l.ip_address is not null
      and s.probe_id is null else s.probe_id = probe_in end
  order by l.id limit most $$;

/** Facts of lines from a collector, all or none; a repeat changes nothing. The caller says which lines are the collector's. */
create or replace function line_facts(collector_in text, epoch_in text, sequence_in bigint, facts jsonb, mine bigint[]) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  it record;
begin
  if not facts_are_new(collector_in, epoch_in || ':lines', sequence_in) then return false; end if;
  for it in select l.company_id, l.id, f->>'kind' as kind, to_timestamp((f->>'at')::bigint / 1000.0) as at, f as fact
    from jsonb_array_elements(facts) with ordinality x (f, n) join internet_line l on l.id = (f->>'lineId')::bigint
    where l.id = any (mine) order by n
  loop
    if it.kind in ('test', 'throughput') then
      insert into line_test as t (company_id, line_id, target, at, result)
      values (it.company_id, it.id, it.fact->'result'->>'key', it.at, it.fact->'result')
      on conflict (line_id, target) do update set at = excluded.at, result = excluded.result where t.at <= excluded.at;
    elsif it.kind = 'blind' then
      perform line_is_blind(it.id, it.at, to_timestamp((it.fact->>'until')::bigint / 1000.0));
    elsif it.kind = 'path' then
      insert into line_path (company_id, line_id, at, target, moment, method, path)
      values (it.company_id, it.id, it.at, it.fact->>'key', it.fact->>'moment', it.fact->>'method', it.fact->'path')
      on conflict do nothing;
    end if;
  end loop;
  return true;
end $$;

grant execute on function line_facts, line_plan to {{login}};
