/**
 * Means of the answers of customers within the last 12 months for orders that people had resolved, of all companies that the caller
 * sees: a row for each, {mean, count}. Fewer than `fewest` have no mean. The caller's row-level security applies.
 */
create or replace function engineer_ratings(people_in bigint[], fewest int) returns table (person_id bigint, rating jsonb)
  language sql stable set search_path = public as $$
  select p.id, jsonb_build_object('count', count(r.score), 'mean', case when count(r.score) >= fewest then round(avg(r.score), 2) end)
  from unnest(people_in) p (id)
  left join work_order_rating r on r.assignee_id = p.id and r.rated_at > now() - interval '12 months'
  group by p.id $$;

grant execute on function engineer_ratings to {{company}}, {{tree}}, {{platform}};
