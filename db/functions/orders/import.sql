/** People who can carry out orders of the company acted in and are called so: by mail address, user name or shown name. */
create or replace function work_order_people_called(names_in text[]) returns table (called text, person_id bigint, name text)
  language sql stable security definer set search_path = public as $$
  select n.called, p.id, w.name
  from work_order_people('', null, 10000) w join person p on p.id = w.person_id
  join unnest(names_in) n (called) on n.called in (lower(p.email), lower(p.user_name), lower(w.name)) $$;

grant execute on function work_order_people_called to {{company}}, {{tree}}, {{platform}};
