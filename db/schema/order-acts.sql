-- What was done for work orders: terminals, commands, changes of settings, templates, firmware, and tests before and after. A test
-- stays here with what it found when the test itself is deleted at the end of the storage cycle.
create table work_order_act (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  order_id bigint not null,
  kind text not null check (kind in ('terminal', 'command', 'template', 'firmware', 'line_test', 'check')),
  -- Of a command its kind, of a test what it measures.
  what text not null default '',
  -- The terminal, the command, the campaign, the template, the test or the check.
  ref_id bigint,
  device_id bigint,
  line_id bigint,
  -- The device, the line or the campaign, as it was called then.
  name text not null,
  reason text not null default '',
  at timestamptz not null default clock_timestamp(),
  actor_name text,
  -- Of a test.
  phase text check (phase in ('before', 'after')),
  ended_at timestamptz,
  -- As the test and the check have it; whether it passed, once it ended.
  result jsonb,
  passed boolean,
  check ((phase is not null) = (kind in ('line_test', 'check'))),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade,
  foreign key (company_id, device_id) references device (company_id, id) on delete set null (device_id),
  foreign key (company_id, line_id) references internet_line (company_id, id) on delete set null (line_id)
);
create index work_order_act_order on work_order_act (company_id, order_id, id);
create index work_order_act_device on work_order_act (company_id, device_id) where device_id is not null;
create index work_order_act_line on work_order_act (company_id, line_id) where line_id is not null;
create index work_order_act_open_test on work_order_act (kind, ref_id) where phase is not null and ended_at is null;
select netward_protect('work_order_act', 'company_id', 'select, insert');
select netward_follow_order('work_order_act');

-- Triggers: made after the functions.

create trigger line_run_for_order after update of state on line_run
  for each row when (new.state <> old.state and new.state in ('done', 'stopped', 'failed'))
  execute function line_run_for_order();
create trigger device_check_for_order after update of state on device_check
  for each row when (new.state <> old.state and new.state <> 'running') execute function device_check_for_order();
