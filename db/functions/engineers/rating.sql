/**
 * Means of the answers of customers within the last 12 months for orders that people had resolved, of all companies that the caller
 * sees: {mean, count}; no row: nobody answered. Fewer than `fewest` have no mean. The caller's row-level security applies.
 */
create or replace function engineer_ratings(people_in bigint[], fewest int) returns table (person_id bigint, rating jsonb)
  language sql stable set search_path = public as $$
  select r.assignee_id, jsonb_build_object('count', count(*), 'mean', case when count(*) >= fewest then round(avg(r.score), 2) end)
  from work_order_rating r where r.assignee_id = any (people_in) and r.rated_at > now() - interval '12 months'
  group by r.assignee_id $$;

grant execute on function engineer_ratings to {{company}}, {{tree}}, {{platform}};
