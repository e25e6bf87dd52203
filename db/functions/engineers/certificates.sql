/** A certificate that ends, unless the person has a later one of that name. For definer functions only. */
create or replace function certificate_ends(c engineer_certificate) returns boolean
  language sql stable set search_path = public as $$
  select not exists (select from engineer_certificate n where n.company_id = c.company_id and n.person_id = c.person_id
    and lower(n.name) = lower(c.name) and n.id <> c.id and coalesce(n.valid_until > c.valid_until, true)) $$;

/** The enabled members who head the department of a person, or else the company. For definer functions only. */
create or replace function heads_of(company_in bigint, person_in bigint) returns setof bigint
  language sql stable set search_path = public as $$
  select h.person_id from member m
  join org_node d on d.company_id = m.company_id and (d.id = m.department_id or d.parent_id is null) and d.head_id is not null
  join member h on h.company_id = d.company_id and h.id = d.head_id and h.status = 'enabled'
  where m.company_id = company_in and m.person_id = person_in and h.person_id <> person_in
  order by d.parent_id is null limit 1 $$;

/**
 * Reminds of certificates 90, 60 and 30 days before they end, and when they have ended: their person and who heads the department.
 * Each step once; steps that passed before the certificate was entered are left out. The day is that of the company.
 */
create or replace function certificates_remind(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  c record;
  event bigint;
  n int := 0;
begin
  for c in
    select k as certificate, k.company_id, k.person_id, k.name, k.valid_until, m.display_name, s.step
    from engineer_certificate k
    join company o on o.id = k.company_id and o.status = 'active'
    join member m on m.company_id = k.company_id and m.person_id = k.person_id and m.status = 'enabled'
    -- The step that is due now.
    cross join lateral (select min(days) as step from unnest('{0,30,60,90}'::int[]) days
      where k.valid_until - days < (now() at time zone o.time_zone)::date + (days > 0)::int) s
    where k.valid_until between (now() - interval '31 days')::date and (now() + interval '91 days')::date and s.step is not null
      and certificate_ends(k)
      and not exists (select from work_event e where e.company_id = k.company_id and e.kind = 'engineer'
        and e.source = format('certificate:%s:%s:%s', k.id, k.valid_until, s.step))
    order by k.id limit most
  loop
    event := work_event_note(c.company_id, 'engineer', case when c.step = 0 then 'certificate_ended' else 'certificate_ending' end,
      c.person_id, format('certificate:%s:%s:%s', (c.certificate).id, c.valid_until, c.step),
      jsonb_build_object('title', c.display_name || ' · ' || c.name, 'note', c.valid_until::text, 'actorName', ''));
    insert into work_notice (company_id, recipient, event_company_id, event_id)
    select c.company_id, p.id, c.company_id, event
    from (select c.person_id union select heads_of(c.company_id, c.person_id)) p (id) on conflict do nothing;
    n := n + 1;
  end loop;
  return n;
end $$;

/**
 * Certificates that end soon or have ended and that concern the caller in the company acted in: their own, and those of the
 * departments that they head.
 */
create or replace function own_certificates(days_in int) returns table (id bigint, company_id bigint, title text, person_id bigint, ends timestamptz)
  language sql stable security definer set search_path = public as $$
  select c.id, c.company_id, m.display_name || ' · ' || c.name, c.person_id, (c.valid_until + 1)::timestamp at time zone o.time_zone
  from engineer_certificate c join company o on o.id = c.company_id
  join member m on m.company_id = c.company_id and m.person_id = c.person_id and m.status = 'enabled'
  where c.company_id = scope_company() and c.valid_until between (now() - interval '31 days')::date
      and (now() + make_interval(days => days_in))::date
    and (c.person_id = scope_person() or scope_person() in (select heads_of(c.company_id, c.person_id)))
    and certificate_ends(c) $$;

grant execute on function own_certificates to {{company}}, {{tree}}, {{platform}};
grant execute on function certificates_remind to {{login}};
