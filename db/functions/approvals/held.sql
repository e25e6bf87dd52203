/** Policies and pending approvals of the company acted in whose steps name these members. */
create or replace function approvals_held(members_in bigint[]) returns table (member_id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select m.id, h.name from unnest(members_in) m (id) join lateral (
    select p.name from approval_policy p
      where p.company_id = scope_company() and p.steps @> jsonb_build_array(jsonb_build_object('memberIds', jsonb_build_array(m.id::text)))
    union all
    select a.title from approval a where a.policy_company_id = scope_company() and a.state = 'pending'
      and a.steps @> jsonb_build_array(jsonb_build_object('memberIds', jsonb_build_array(m.id::text)))) h on true
  order by 1, 2 $$;

/** Steps with one member in the place of another; null: without them, if the step names others. For definer functions only. */
create or replace function approval_steps_of(steps_in jsonb, from_in bigint, to_in bigint) returns jsonb
  language sql stable set search_path = public as $$
  select jsonb_agg(case when s ? 'memberIds' and s->'memberIds' ? from_in::text
      and (to_in is not null or jsonb_array_length(s->'memberIds') > 1)
    then jsonb_set(s, '{memberIds}', (select jsonb_agg(distinct case when k = from_in::text then to_in::text else k end)
      from jsonb_array_elements_text(s->'memberIds') k where to_in is not null or k <> from_in::text))
    else s end order by n)
  from jsonb_array_elements(steps_in) with ordinality e (s, n) $$;

/** Puts one member in the place of another in steps of the company acted in, and reports to them what waits now. */
create or replace function hand_over_approvals(from_in bigint, to_in bigint) returns int
  language plpgsql security definer set search_path = public as $$
declare
  a approval;
  n int := 0;
  named constant jsonb := jsonb_build_array(jsonb_build_object('memberIds', jsonb_build_array(from_in::text)));
begin
  update approval_policy p set steps = approval_steps_of(p.steps, from_in, to_in), edited_at = now(),
    edited_by = netward_setting('netward.actor_name')
  where p.company_id = scope_company() and p.steps @> named
    and approval_steps_of(p.steps, from_in, to_in) <> p.steps;
  get diagnostics n = row_count;
  for a in select o.* from approval o where o.policy_company_id = scope_company() and o.state = 'pending' and o.steps @> named
    and approval_steps_of(o.steps, from_in, to_in) <> o.steps order by o.id
  loop
    a := approval_lock(a.id);
    continue when a.id is null or a.state <> 'pending';
    update approval set steps = approval_steps_of(a.steps, from_in, to_in), checked_at = '-infinity' where id = a.id returning * into a;
    perform approval_report_step(a), approval_show(a);
    n := n + 1;
  end loop;
  return n;
end $$;

grant execute on function approvals_held, hand_over_approvals to {{company}}, {{tree}}, {{platform}};
