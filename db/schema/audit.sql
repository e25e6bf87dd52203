create table audit_log (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  at timestamptz not null default clock_timestamp(),
  action text not null,
  person_id bigint,
  actor_name text,
  -- Account name at the time, since display names can be changed. Set by audit_log_complete.
  actor_account text,
  -- The other company, if a visitor acted here or a member acted elsewhere.
  acting_company_id bigint,
  acting_company_name text,
  subject_kind text,
  subject_id text,
  detail jsonb not null default '{}',
  request_id text,
  -- Display name of the actor; null for the system. Set by audit_log_complete.
  address text,
  -- As device.msp_id: an MSP reads the logs of all its customers from one index.
  msp_id bigint not null,
  -- True: a visitor from acting_company_id acted here. False: a member acted there.
  from_outside boolean not null default false
);
alter table audit_log alter company_id set (n_distinct = 100), alter msp_id set (n_distinct = 4);
create index audit_log_company_moves on audit_log (company_id, subject_id, id desc) where subject_kind = 'company';
create index audit_log_page on audit_log (company_id, at desc, id desc);
create index audit_log_action on audit_log (company_id, action, at desc, id desc);
create index audit_log_kind on audit_log (company_id, subject_kind, at desc, id desc);
create index audit_log_actor on audit_log (company_id, person_id, at desc, id desc);
-- Lists over several companies show each act once, in the company where it happened.
create index audit_log_msp on audit_log (msp_id, at desc, id desc) where acting_company_id is null or from_outside;
create index audit_log_all on audit_log (at desc, id desc) where acting_company_id is null or from_outside;
create index audit_log_all_action on audit_log (action, at desc, id desc) where acting_company_id is null or from_outside;
create index audit_log_all_actor on audit_log (person_id, at desc, id desc);
create index audit_log_subject on audit_log (subject_id, at desc, id desc) where subject_id is not null;
create index audit_log_request on audit_log (request_id) where request_id is not null;
select netward_protect('audit_log', 'company_id', 'select');
alter policy tree_scope on audit_log using (
  msp_id in (select visible_msps()) and company_id <> all ((select companies_leaving())::bigint[]));
-- Members limited to a part of the company read entries about the outlets that they see.
create policy whole_company on audit_log as restrictive for select to {{company}} using (
  case when (select whole_company()) then true
  else subject_kind = 'outlet' and exists (select from outlet o
    where o.company_id = audit_log.company_id and o.id = case when subject_id ~ '^[0-9]{1,18}$' then subject_id::bigint end)
  end);

-- Actors in each log, for searches by name.
create table audit_actor (
  company_id bigint not null references company on delete cascade,
  person_id bigint not null,
  name text not null,
  primary key (company_id, person_id, name)
);
create index audit_actor_name on audit_actor using gin (search_text(name) gin_trgm_ops) with (gin_pending_list_limit = 256);
select netward_protect('audit_actor', 'company_id', '');

-- Refused acts of the last minutes: repetitions are counted, not written to the audit log one by one. Losing
-- it in a crash costs nothing.
create unlogged table refused_act (
  company_id bigint not null,
  person_id bigint not null,
  -- Empty: all acts beyond the first twenty.
  act text not null,
  actor_name text,
  detail jsonb not null,
  request_id text,
  -- When the last entry was written.
  noted_at timestamptz not null default now(),
  -- Since that entry.
  repeated int not null default 0,
  primary key (company_id, person_id, act)
);
create index refused_act_age on refused_act (noted_at);
select netward_seal('refused_act');

-- Triggers: made after the functions.

create trigger audit_log_complete before insert on audit_log for each row execute function audit_log_complete();
