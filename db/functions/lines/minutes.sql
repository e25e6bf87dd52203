-- Minutes of lines, from their samples: in the transaction that acknowledges the batch.

create or replace function line_stands() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into line_standing (company_id, line_id) select company_id, id from added;
  perform lines_place_again(company_id, array_agg(distinct outlet_id)) from added group by company_id;
  perform lines_plan_gateway(array_agg(id)) from added;
  return null;
end $$;

/** The shipped profile of a type of lines. */
create or replace function line_profile_of(type_in text) returns text language sql immutable parallel safe
  return case type_in when '5g' then 'mobile' when '4g' then 'mobile' when 'dedicated' then 'dedicated'
    when 'satellite' then 'satellite' else 'broadband' end;

/** Limits as shipped: `shippedProfiles` of the contract says the same, as a test proves. */
create or replace function line_limits(profile_in text) returns jsonb language sql immutable parallel safe
  return jsonb_build_object('loss', 1, 'jitter', 30, 'rtt', case profile_in when 'dedicated' then 50 when 'broadband' then 80
    when 'satellite' then 800 else 150 end);

/** @param at_in a minute's place in its hour is from 1 */
create or replace function line_minute_place(at_in timestamptz) returns int language sql immutable
  return extract(minute from at_in at time zone 'UTC')::int + 1;

/**
 * Samples of lines, each an object {lineId, at (ms), up (true, false, or absent), loss, rtt, p95, jitter, mos,
 * failed}. Each minute keeps its worst target, and all that failed; what is down stays down in its minute. The order of samples, and repeats, change nothing.
 */
create or replace function line_advance(samples_in jsonb, by_in text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  it record;
  limits jsonb;
  kept line_hour;
begin
  for it in
    select l.company_id, l.id, l.type, date_trunc('hour', s.at) as hour, min(s.at) as first_at,
      -- A test of a page that failed says nothing of how the line does now.
      max(s.at) filter (where s.up is not null or s.loss is not null) as last_at,
      jsonb_agg(jsonb_build_object('place', line_minute_place(s.at), 'up', s.up, 'loss', s.loss, 'rtt', s.rtt, 'p95', s.p95,
        'jitter', s.jitter, 'mos', s.mos, 'failed', s.failed) order by s.at) as samples
    from (select (e->>'lineId')::bigint as id, to_timestamp((e->>'at')::bigint / 1000.0) as at, (e->>'up')::boolean as up,
        (e->>'loss')::real as loss, (e->>'rtt')::real as rtt, (e->>'p95')::real as p95, (e->>'jitter')::real as jitter,
        (e->>'mos')::real as mos, (e->>'failed')::smallint as failed from jsonb_array_elements(samples_in) e) s
    join internet_line l on l.id = s.id
    group by l.company_id, l.id, l.type, 4 order by l.id, 4
  loop
    select line_limits(coalesce(st.profile, line_profile_of(it.type)))
        || coalesce((select p.settings->'limits' from line_profile p
          where p.company_id = it.company_id and p.kind = coalesce(st.profile, line_profile_of(it.type))), '{}')
      into limits from line_standing st where st.line_id = it.id for update;
    insert into line_hour (company_id, line_id, hour) values (it.company_id, it.id, it.hour) on conflict do nothing;
    select * into kept from line_hour h where h.line_id = it.id and h.hour = it.hour for update;
    kept := line_hour_with(kept, it.samples, limits);
    update line_hour h set minutes = kept.minutes, loss = kept.loss, rtt = kept.rtt, p95 = kept.p95, jitter = kept.jitter,
      mos = kept.mos, failed = kept.failed, tests = m.n, loss_mean = m.loss, rtt_mean = m.rtt, p95_mean = m.p95, jitter_mean = m.jitter, mos_mean = m.mos
    from (select count(u.loss)::int as n, avg(u.loss) as loss, avg(u.rtt) as rtt, avg(u.p95) as p95, avg(u.jitter) as jitter,
        avg(u.mos) as mos from unnest(kept.loss, kept.rtt, kept.p95, kept.jitter, kept.mos) u (loss, rtt, p95, jitter, mos)) m
    where h.line_id = it.id and h.hour = it.hour;
    update line_standing st set
      unledgered_from = least(coalesce(st.unledgered_from, it.first_at), it.first_at),
      -- A late sample corrects the hour, not what is so now.
      (measured_at, measured_by, loss, rtt, jitter, mos) = (select it.last_at, by_in, kept.loss[n], kept.rtt[n],
        kept.jitter[n], kept.mos[n] from line_minute_place(it.last_at) n)
    where st.line_id = it.id and it.last_at is not null and (st.measured_at is null or it.last_at >= st.measured_at);
    update line_standing st set unledgered_from = least(coalesce(st.unledgered_from, it.first_at), it.first_at)
    where st.line_id = it.id and (it.last_at is null or it.last_at < st.measured_at);
  end loop;
end $$;

/** An hour with these samples in it. */
create or replace function line_hour_with(kept line_hour, samples jsonb, limits jsonb) returns line_hour
  language plpgsql immutable set search_path = public as $$
declare
  s record;
  letter text;
begin
  for s in select * from jsonb_to_recordset(samples)
    x (place int, up boolean, loss real, rtt real, p95 real, jitter real, mos real, failed smallint)
  loop
    kept.loss[s.place] := greatest(kept.loss[s.place], s.loss);
    kept.rtt[s.place] := greatest(kept.rtt[s.place], s.rtt);
    kept.p95[s.place] := greatest(kept.p95[s.place], s.p95);
    kept.jitter[s.place] := greatest(kept.jitter[s.place], s.jitter);
    kept.mos[s.place] := least(kept.mos[s.place], s.mos);
    kept.failed[s.place] := kept.failed[s.place] | coalesce(s.failed, 0::smallint);
    letter := substr(kept.minutes, s.place, 1);
    if s.up is not null and letter <> 'd' then letter := case when s.up then 'u' else 'd' end; end if;
    if letter in ('u', 'o') then
      letter := case when kept.loss[s.place] > (limits->>'loss')::real or kept.p95[s.place] > (limits->>'rtt')::real
        or kept.jitter[s.place] > (limits->>'jitter')::real then 'o' else 'u' end;
    end if;
    kept.minutes := overlay(kept.minutes placing letter from s.place for 1);
  end loop;
  return kept;
end $$;

/** The collector was cut off: minutes of which nothing is known, or all was lost, are neither good nor bad. */
create or replace function line_is_blind(line_in bigint, from_in timestamptz, until_in timestamptz) returns void
  language plpgsql security definer set search_path = public as $$
declare
  minute timestamptz;
begin
  for minute in select m from generate_series(date_trunc('minute', from_in),
    least(until_in, from_in + interval '1 day') - interval '1 second', interval '1 minute') m
  loop
    insert into line_hour as h (company_id, line_id, hour, minutes)
    select l.company_id, l.id, date_trunc('hour', minute),
      overlay(repeat('-', 60) placing 'b' from line_minute_place(minute) for 1) from internet_line l where l.id = line_in
    on conflict (line_id, hour) do update
      set minutes = overlay(h.minutes placing 'b' from line_minute_place(minute) for 1),
        -- What was lost on our side is no loss of the line.
        loss[line_minute_place(minute)] = null, rtt[line_minute_place(minute)] = null, p95[line_minute_place(minute)] = null,
        jitter[line_minute_place(minute)] = null, mos[line_minute_place(minute)] = null, failed[line_minute_place(minute)] = 0
      where substr(h.minutes, line_minute_place(minute), 1) in ('-', 'd');
  end loop;
  update line_hour h set tests = m.n, loss_mean = m.loss, rtt_mean = m.rtt, p95_mean = m.p95, jitter_mean = m.jitter, mos_mean = m.mos
  from line_hour k cross join lateral (select count(u.loss)::int as n, avg(u.loss) as loss, avg(u.rtt) as rtt, avg(u.p95) as p95,
      avg(u.jitter) as jitter, avg(u.mos) as mos from unnest(k.loss, k.rtt, k.p95, k.jitter, k.mos) u (loss, rtt, p95, jitter, mos)) m
  where h.line_id = line_in and h.hour between date_trunc('hour', from_in) and least(until_in, from_in + interval '1 day')
    and k.line_id = h.line_id and k.hour = h.hour;
  update line_standing set unledgered_from = least(coalesce(unledgered_from, from_in), from_in) where line_id = line_in;
end $$;

grant execute on function line_profile_of to {{company}}, {{tree}}, {{platform}};
