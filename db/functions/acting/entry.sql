/**
 * The grants by which a member may act in a tenant now. For definer functions only; has no search path of its
 * own, so that it is inlined into the statements that use it.
 */
create or replace function acting_grants_in(company_in bigint, member_in bigint, tenant_in bigint)
  returns table (built_in text, role_id bigint)
  language sql stable as $$
  select g.built_in, g.role_id from acting_grant g
  where g.company_id = company_in and g.member_id = member_in and (g.expires_at is null or g.expires_at > now())
    and (g.target_company_id = tenant_in or exists (
      select from tenant_group_member gm where gm.company_id = g.company_id and gm.group_id = g.group_id
        and gm.target_company_id = tenant_in)) $$;

/** Whether this transaction's person may act in a company, as far as their own company decides. */
create or replace function acting_reach(tenant_in bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (
    select from company_ancestor a join member m on m.company_id = a.ancestor_id and m.person_id = scope_person()
    where a.ancestor_id = nullif(current_setting('netward.home_id', true), '')::bigint and a.company_id = tenant_in
      and a.depth > 0 and (current_setting('netward.identity', true) in ('1', '2')
        or exists (select from acting_grants_in(m.company_id, m.id, tenant_in)))) $$;

/** Whether a time of day lies between two minutes of the day, also across midnight, in a time zone. */
create or replace function within_hours(from_minute int, until_minute int, at_in timestamptz, zone text) returns boolean
  language sql stable parallel safe as $$
  select case when from_minute < until_minute then here.minute >= from_minute and here.minute < until_minute
    else here.minute >= from_minute or here.minute < until_minute end
  from (select (extract(hour from at_in at time zone zone) * 60 + extract(minute from at_in at time zone zone))::int)
    here (minute) $$;

/**
 * Whether a user from `home_in` may act in a company now, as far as that company decides: `free`, `approved`,
 * `break_glass`, or the code of the refusal. What it allowed them there is not visible to their other
 * companies. For companies that have set a policy; for definer functions only.
 */
create or replace function acting_entry(company_in bigint, person_in bigint, home_in bigint) returns text
  language sql stable set search_path = public as $$
  select case
      when a.how = 'break_glass' then 'break_glass'
      when s.mode = 'never' then 'acting.never'
      -- Approvals from before their removal ended with it.
      when a.how = 'request' then 'approved'
      when exists (select from acting_end e where e.company_id = company_in
        and coalesce(e.person_id, person_in) = person_in and coalesce(e.until > now(), true)) then 'acting.ended'
      when s.mode = 'request' then 'acting.consent_needed'
      when s.from_minute is null or within_hours(s.from_minute, s.until_minute, now(), c.time_zone) then 'free'
      else 'acting.outside_hours' end
  from acting_consent s join company c on c.id = s.company_id
  left join lateral (
    select a.how from acting_access a
    where a.company_id = company_in and a.person_id = person_in and a.actor_company_id = home_in
      and a.state = 'approved' and a.until > now()
    order by a.how limit 1) a on true
  where s.company_id = company_in $$;

/** The same for a user from the company of this transaction. */
create or replace function acting_entry(company_in bigint, person_in bigint) returns text
  language sql stable set search_path = public as $$
  select acting_entry(company_in, person_in, nullif(current_setting('netward.home_id', true), '')::bigint) $$;

/**
 * Users in the company acted in now, each with the company they came from and how they were admitted; those
 * whose admission has ended count as out.
 */
create or replace function acting_inside() returns table (
  person_id bigint, actor_name text, actor_company_name text, began_at timestamptz, last_seen_at timestamptz, how text
) language sql stable security definer set search_path = public as $$
  select v.person_id, max(v.actor_name), max(v.actor_company_name), min(v.began_at), max(v.last_seen_at), entry.how
  from acting_visit v
  cross join lateral (select coalesce(acting_entry(v.company_id, v.person_id, v.actor_company_id), 'free')) entry (how)
  where v.company_id = scope_company() and v.ended_at is null and v.last_seen_at > now() - interval '5 minutes'
    and entry.how not like 'acting.%'
  group by v.person_id, entry.how order by max(v.last_seen_at) desc limit 200 $$;

/**
 * Where the answer to a request is sent: the proved address of its person, in the language of their company.
 */
create or replace function acting_asker(access_in bigint) returns table (email text, language text, tenant_name text)
  language sql stable security definer set search_path = public as $$
  select p.email, h.language, c.name
  from acting_access a join company c on c.id = a.company_id join company h on h.id = a.actor_company_id
  join person p on p.id = a.person_id
  where a.company_id = scope_company() and a.id = access_in and p.email_verified_at is not null and p.disabled_at is null $$;

/**
 * The names of a tenant that the person may act in and of the person's own company, in whichever company they
 * act now.
 */
create or replace function acting_parties(tenant_in bigint) returns table (tenant_name text, home_name text)
  language sql stable security definer set search_path = public as $$
  select c.name, h.name from company c, company h
  where c.id = tenant_in and h.id = nullif(current_setting('netward.home_id', true), '')::bigint
    and acting_reach(tenant_in) $$;

grant execute on function acting_asker, acting_inside, acting_parties, acting_reach
  to {{company}}, {{tree}}, {{platform}};
