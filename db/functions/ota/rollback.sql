/** Whether a target is on its way back, or is to be. */
create or replace function is_going_back(rollback text) returns boolean language sql immutable parallel safe return
  coalesce(rollback in ('wanted', 'reading', 'switching', 'fetching'), false);

grant execute on function is_going_back to {{company}}, {{tree}}, {{platform}};
