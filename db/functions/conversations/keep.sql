/** Ends answers whose process stopped. */
create or replace function assistant_end_abandoned(older_than interval) returns bigint
  language sql security definer set search_path = public as $$
  with ended as (
    update assistant_message m set state = 'failed', ended_at = clock_timestamp(),
      failure = '{"reason": "abandoned", "model": null, "detail": ""}'
    where m.state = 'running' and m.at < now() - older_than returning 1)
  select count(*) from ended $$;

/** Deletes conversations that are older than their company keeps them, `most` at a time. */
create or replace function assistant_prune_conversations(most int, usual_days int) returns bigint
  language sql security definer set search_path = public as $$
  with kept as materialized (
    select c.id as company_id, coalesce(s.kept_days, usual_days) as days
    from company c left join assistant_setting s on s.company_id = c.id),
  due as (
    select v.id from kept k
    cross join lateral (select v.id from assistant_conversation v
      where v.company_id = k.company_id and v.updated_at < now() - make_interval(days => k.days)
      order by v.updated_at limit most) v
    limit most),
  gone as (delete from assistant_conversation v using due d where v.id = d.id returning 1)
  select count(*) from gone $$;

grant execute on function assistant_end_abandoned, assistant_prune_conversations to {{login}};
