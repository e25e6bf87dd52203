/** What a channel's administrators are due to hear: it has failed for ten minutes, or its secret ends within 30, 7 or 1 days. */
create or replace function integration_due(c integration_channel) returns text language sql stable
  return case
    when c.paused then null
    when c.failing_since < now() - interval '10 minutes' and c.failing_noted is distinct from c.failing_since then 'failing'
    when c.secret_ends_on <= current_date + 30 and (c.secret_noted_on is null
      or c.secret_ends_on - current_date <= 7 and c.secret_ends_on - c.secret_noted_on > 7
      or c.secret_ends_on - current_date <= 1 and c.secret_ends_on - c.secret_noted_on > 1) then 'ending' end;

/** Companies with channels of which their administrators are due to hear. */
create or replace function integration_notice_companies(most int) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select distinct c.company_id from integration_channel c join company o on o.id = c.company_id and o.status = 'active'
  where (c.failing_since is not null or c.secret_ends_on is not null) and integration_due(c) is not null
  limit most $$;

/** Takes what is due to the company acted in; each is returned once. */
create or replace function take_integration_notices() returns table (what text, name text, reason text, until text)
  language sql security definer set search_path = public as $$
  with due as (
    select c.id, integration_due(c) as what from integration_channel c
    where c.company_id = scope_company() and integration_due(c) is not null for update)
  update integration_channel c
  set failing_noted = case d.what when 'failing' then c.failing_since else c.failing_noted end,
    secret_noted_on = case d.what when 'ending' then current_date else c.secret_noted_on end
  from due d where c.company_id = scope_company() and c.id = d.id
  returning d.what, c.name, coalesce(c.failure ->> 'reason', ''), coalesce(c.secret_ends_on::text, '') $$;

grant execute on function integration_notice_companies to {{login}};
grant execute on function take_integration_notices to {{company}}, {{tree}}, {{platform}};
