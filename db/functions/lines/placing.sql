-- Which probe tests a line from inside: one that stands at its outlet. Its tests leave by the outlet's first line, so that the
-- others stay with the server.

create or replace function line_probe_of(line_in bigint) returns bigint
  language sql stable security definer set search_path = public as $$
  select p.id from internet_line l
  join probe_outlet o on o.company_id = l.company_id and o.outlet_id = l.outlet_id and o.is_site
  join probe p on p.id = o.probe_id and p.state = 'enrolled'
  where l.id = line_in and not exists (select from internet_line f where f.outlet_id = l.outlet_id and f.id < l.id)
  order by p.id limit 1 $$;

/** Lines of outlets may belong to another probe now, or to none. */
create or replace function lines_place_again(company_in bigint, outlets_in bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  it record;
begin
  for it in select s.line_id, s.probe_id as before, line_probe_of(s.line_id) as after
    from line_standing s join internet_line l on l.id = s.line_id
    where l.company_id = company_in and l.outlet_id = any (outlets_in) order by s.line_id for update of s
  loop
    continue when it.before is not distinct from it.after;
    update probe_hold set until = clock_timestamp() where subject_id = it.line_id and probe_id = it.before and until is null;
    if it.after is not null then
      insert into probe_hold (company_id, subject_id, probe_id) values (company_in, it.line_id, it.after);
    end if;
    update line_standing set probe_id = it.after where line_id = it.line_id;
    update probe set lines_changed_tx = pg_current_xact_id() where id in (it.before, it.after);
    perform lines_plan_gateway(array[it.line_id]);
  end loop;
end $$;

create or replace function internet_line_placed() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  perform lines_place_again(new.company_id, array[old.outlet_id, new.outlet_id]);
  update probe p set lines_changed_tx = pg_current_xact_id() from line_standing s where s.line_id = new.id and p.id = s.probe_id;
  perform lines_plan_gateway(array[new.id]);
  return null;
end $$;

create or replace function internet_lines_gone() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update probe_hold h set until = clock_timestamp() from removed r where h.subject_id = r.id and h.until is null;
  update probe p set lines_changed_tx = pg_current_xact_id() from removed r
    join probe_outlet o on o.outlet_id = r.outlet_id and o.is_site where p.id = o.probe_id;
  perform lines_place_again(company_id, array_agg(distinct outlet_id)) from removed group by company_id;
  return null;
end $$;

create or replace function line_standing_planned() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update probe set lines_changed_tx = pg_current_xact_id() where id = new.probe_id;
  return null;
end $$;

create or replace function line_profile_planned() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  it line_profile := case when tg_op = 'DELETE' then old else new end;
begin
  update probe p set lines_changed_tx = pg_current_xact_id()
  where p.company_id = it.company_id and exists (
    select from line_standing s where s.company_id = it.company_id and s.probe_id = p.id);
  return null;
end $$;
