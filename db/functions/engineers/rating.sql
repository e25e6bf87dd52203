/**
 * Mean of the answers of customers within the last 12 months for orders that a person had resolved, of all companies that the
 * caller sees: {mean, count}. Fewer than `fewest` have no mean. The caller's row-level security applies.
 */
create or replace function engineer_rating(person_in bigint, fewest int) returns jsonb
  language sql stable set search_path = public as $$
  select jsonb_build_object('count', count(*), 'mean', case when count(*) >= fewest then round(avg(score), 2) end)
  from work_order_rating r where r.assignee_id = person_in and r.rated_at > now() - interval '12 months' $$;

grant execute on function engineer_rating to {{company}}, {{tree}}, {{platform}};
