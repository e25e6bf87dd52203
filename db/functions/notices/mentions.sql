/**
 * Whom the robot of a message mentions: who is on call by the rotas of the routes to it that fit one of its alarms, with a
 * verified number. Only what is raised or reminded of mentions anybody.
 */
create or replace function notice_mentions(message_in uuid) returns table (name text, phone text)
  language sql stable security definer set search_path = public as $$
  select distinct b.display_name, case when p.phone_verified_at is not null then p.phone end
  from notice_message m
  join delivery d on d.company_id = m.company_id and d.message_id = m.id and d.transition in ('raised', 'severity_set', 'reminded')
  join alarm a on a.id = d.alarm_id and a.state = 'active' and a.acknowledged_at is null
  join notice_route r on r.company_id = m.company_id and r.channel_id = m.channel_id and r.enabled and r.rota_id is not null
    and case r.covers when 'own' then d.alarm_company_id = d.company_id when 'below' then d.alarm_company_id <> d.company_id
      else d.alarm_company_id = any (r.customer_ids) or exists (select from tenant_group_member gm where gm.company_id = r.company_id
        and gm.group_id = any (r.customer_group_ids) and gm.target_company_id = d.alarm_company_id) end
    and d.transition = any (r.events) and (r.severities = '{}' or a.severity = any (r.severities))
    and (r.rules = '{}' or a.rule = any (r.rules)) and (r.outlet_ids = '{}' or a.outlet_id = any (r.outlet_ids))
  join rota_duty u on u.company_id = r.company_id and u.rota_id = r.rota_id
  join member b on b.company_id = u.company_id and b.id = u.member_id and b.status = 'enabled'
  join person p on p.id = b.person_id and p.disabled_at is null
  where m.id = message_in order by 1, 2 $$;

grant execute on function notice_mentions to {{login}};
