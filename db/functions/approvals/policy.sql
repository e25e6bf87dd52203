/**
 * The policy that applies to a subject: of the company itself, else of the nearest one above whose policies are for companies
 * below too; of several the one from the highest risk, then from the highest amount. For definer functions only.
 */
create or replace function approval_policy_of(company_in bigint, kind_in text, amount_in numeric, risk_in text)
  returns setof approval_policy language sql stable set search_path = public as $$
  with owner as (
    select a.ancestor_id as id from company_ancestor a where a.company_id = company_in and exists (
      select from approval_policy p where p.company_id = a.ancestor_id and p.kind = kind_in and p.enabled
        and (a.depth = 0 or p.for_below))
    order by a.depth limit 1)
  select p.* from owner o join approval_policy p on p.company_id = o.id and p.kind = kind_in and p.enabled
    and (o.id = company_in or p.for_below)
  where p.from_amount is null and p.from_risk is null or amount_in >= p.from_amount
    or approval_risk_rank(risk_in) >= approval_risk_rank(p.from_risk)
  order by approval_risk_rank(p.from_risk) desc nulls last, p.from_amount desc nulls last, p.id limit 1 $$;

/**
 * Whether a subject may go on: `free` (no policy applies), `needed`, `pending`, `refused`, or `approved`. An approval covers its
 * amount, its risk and its version, and less.
 */
create or replace function approval_standing(
  company_in bigint, kind_in text, subject_in bigint, version_in int, amount_in numeric, risk_in text
) returns text language plpgsql stable security definer set search_path = public as $$
declare
  last approval;
begin
  select * into last from approval a where a.company_id = company_in and a.kind = kind_in and a.subject_id = subject_in
    and a.version is not distinct from version_in order by a.id desc limit 1;
  if last.state = 'pending' then return 'pending'; end if;
  if last.state = 'approved' and coalesce(amount_in, 0) <= coalesce(last.amount, 0)
    and coalesce(approval_risk_rank(risk_in), 0) <= coalesce(approval_risk_rank(last.risk), 0) then return 'approved'; end if;
  if not exists (select from approval_policy_of(company_in, kind_in, amount_in, risk_in)) then return 'free'; end if;
  return case when last.state = 'refused' then 'refused' else 'needed' end;
end $$;

/** Whether a policy applies to a subject that is not stored, such as one more request of a kind. */
create or replace function approval_applies(company_in bigint, kind_in text, amount_in numeric, risk_in text) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from approval_policy_of(company_in, kind_in, amount_in, risk_in)) $$;

grant execute on function approval_applies, approval_standing to {{company}}, {{tree}}, {{platform}};
