/** A test that was made for an order ended: what it found is kept with the order. */
create or replace function work_order_test_ended(kind_in text, ref_in bigint, result_in jsonb, passed_in boolean) returns void
  language plpgsql security definer set search_path = public as $$
declare
  a work_order_act;
begin
  for a in
    update work_order_act t set ended_at = clock_timestamp(), result = result_in, passed = passed_in
    where t.kind = kind_in and t.ref_id = ref_in and t.phase is not null and t.ended_at is null returning *
  loop
    perform note_live(o.company_id, 'work_order.changed', o.outlet_id, jsonb_build_object('orderId', o.id::text))
    from work_order o where o.company_id = a.company_id and o.id = a.order_id;
  end loop;
end $$;

/** A collector's result as it is; of a gateway's diagnostic its figures. */
create or replace function line_run_for_order() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  r diagnostic_run;
begin
  if not exists (select from work_order_act a
    where a.kind = 'line_test' and a.ref_id = new.id and a.phase is not null and a.ended_at is null)
  then return null; end if;
  if new.diagnostic_id is null then
    perform work_order_test_ended('line_test', new.id, new.result,
      new.state = 'done' and coalesce((new.result->>'passed')::boolean, false));
    return null;
  end if;
  select * into r from diagnostic_run d where d.company_id = new.company_id and d.id = new.diagnostic_id;
  perform work_order_test_ended('line_test', new.id,
    case when r.state = 'complete' then jsonb_build_object('gateway', jsonb_build_object('sent', r.sent, 'received', r.received,
      'min', r.min_ms, 'avg', r.avg_ms, 'max', r.max_ms, 'mbit', r.mbit_s)) end,
    r.state = 'complete' and (coalesce(r.received, 0) > 0 or r.mbit_s is not null));
  return null;
end $$;

create or replace function device_check_for_order() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform work_order_test_ended('check', new.id,
    case when new.state = 'complete' then jsonb_build_object('findings', new.findings, 'facts', new.facts) end,
    coalesce(new.verdict in ('fine', 'notice'), false));
  return null;
end $$;
