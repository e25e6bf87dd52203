/** Whether a channel is an application that sends messages to the people linked to it. For definer functions only. */
create or replace function notice_by_application(kind_in smallint) returns boolean language sql immutable
  return kind_in in (1, 2, 8);

/** Whether the channel of a delivery is an application that has no account of the recipient. For definer functions only. */
create or replace function notice_unlinked(d delivery) returns boolean language sql stable set search_path = public as $$
  select d.recipient <> 0 and exists (select from integration_channel c
      where c.company_id = d.company_id and c.id = d.channel_id and notice_by_application(c.kind))
    and notice_subject(d.company_id, d.channel_id, d.recipient) is null $$;

/** Who a person is to an application; null: it does not know them. For definer functions only. */
create or replace function notice_subject(company_in bigint, channel_in bigint, person_in bigint) returns text
  language sql stable set search_path = public as $$
  select l.subject from member m join sign_on_link l on l.company_id = m.company_id and l.member_id = m.id
    and l.channel_id = channel_in
  where m.company_id = company_in and m.person_id = person_in $$;

/**
 * Whether an application has sent a person as much as its vendor delivers, through all channels to it. WeCom drops without a word
 * what exceeds 30 a minute and 1,000 an hour, DingTalk 500 a day; tests of channels are not counted here. For definer functions only.
 */
create or replace function notice_application_full(c integration_channel, person_in bigint) returns boolean
  language sql stable set search_path = public as $$
  with sent as (
    select greatest(m.made_at, m.attempted_at) as at
    from integration_channel k join sign_on_link l on l.company_id = k.company_id and l.channel_id = k.id
      and l.subject = notice_subject(c.company_id, c.id, person_in)
    join member b on b.company_id = l.company_id and b.id = l.member_id
    join notice_message m on m.channel_id = k.id and m.recipient = b.person_id
      and greatest(m.made_at, m.attempted_at) > now() - interval '1 day'
    where k.id = c.id or k.robot_hash = c.robot_hash)
  select count(*) filter (where at > now() - interval '61 seconds') >= 24
    or c.kind = 1 and count(*) filter (where at > now() - interval '61 minutes') >= 900
    or c.kind = 2 and count(*) >= 450
  from sent $$;

/** Shows in the bell what could not be sent to a person through an application. For definer functions only. */
create or replace function notice_ring_instead(deliveries_in bigint[]) returns void language sql set search_path = public as $$
  with lost as materialized (
    select d.* from delivery d join integration_channel c on c.company_id = d.company_id and c.id = d.channel_id
    where d.id = any (deliveries_in) and d.recipient <> 0 and notice_by_application(c.kind)
  ), rung as (
    insert into delivery (company_id, alarm_company_id, event_id, alarm_id, transition, channel_id, recipient, state, due_at, sent_at)
    select company_id, alarm_company_id, event_id, alarm_id, transition, null, recipient, 'sent', now(), clock_timestamp()
    from lost where alarm_id is not null
    on conflict do nothing returning company_id, recipient
  ), noticed as (
    -- Those of work have a bell of their own, which a mail of the platform follows.
    insert into work_notice (company_id, recipient, event_company_id, event_id)
    select distinct company_id, recipient, work_company_id, work_event_id from lost where work_event_id is not null
    on conflict do nothing
  )
  insert into live_event (company_id, kind, subject_id)
  select distinct company_id, 'notice.changed', recipient from rung $$;
