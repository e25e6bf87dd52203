-- Nodes of a company's organisation: the company itself, departments (4), users (2) and administrators (1).
create table org_node (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  parent_id bigint,
  type int not null check (type in (99999, 16, 8, 4, 2, 1)),
  name text not null,
  -- Of a department or the company: who heads it.
  head_id bigint,
  unique (company_id, id),
  foreign key (company_id, parent_id) references org_node (company_id, id)
);
create unique index org_node_root on org_node (company_id) where parent_id is null;
create index org_node_parent on org_node (company_id, parent_id);
-- The tree without members: a department may have thousands, which every walk would read.
create index org_node_department on org_node (company_id, parent_id) where type = 4;
select netward_protect('org_node');

create table member (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  person_id bigint not null references person,
  os_id bigint not null,
  display_name text not null,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null default now(),
  -- Last sign-in to this company only.
  last_sign_in_at timestamptz,
  -- Department of the member's node, kept by triggers.
  department_id bigint not null,
  -- Null if another company created the account, since user names belong to it.
  user_name text,
  -- A sign-in channel is this member's only way in; kept by triggers of sign-on.
  outside_only boolean not null default false,
  -- Names in search form.
  search text not null,
  unique (company_id, person_id),
  unique (company_id, id),
  foreign key (company_id, os_id) references org_node (company_id, id)
);
create index member_person on member (person_id);
create index member_by_name on member (company_id, display_name, id);
create index member_by_age on member (company_id, created_at, id);
create index member_node on member (company_id, os_id);
create index member_department on member (company_id, department_id, id);
create index member_by_user_name on member (company_id, user_name, id);
create index member_search on member using gin (company_id, search gin_trgm_ops);
create index member_disabled on member (company_id) where status = 'disabled';
select netward_protect('member', 'company_id', 'select');
-- The department is where a person belongs; it does not limit who sees the row.
alter policy company_scope on member
  using (company_id = (select scope_company())) with check (company_id = (select scope_company()));

alter table org_node add constraint org_node_head foreign key (company_id, head_id) references member (company_id, id)
  on delete set null (head_id);
create index org_node_headed_by on org_node (company_id, head_id) where head_id is not null;

-- Apart from member, so that its triggers do not fire. Written at most once a minute.
create table member_activity (
  company_id bigint not null,
  member_id bigint not null,
  last_active_at timestamptz not null,
  primary key (company_id, member_id),
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade
) with (fillfactor = 80);
create index member_activity_order on member_activity (company_id, last_active_at desc);
select netward_protect('member_activity', 'company_id', '');

create table member_role (
  company_id bigint not null,
  member_id bigint not null,
  built_in text references built_in_role,
  role_id bigint,
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade,
  foreign key (company_id, role_id) references role (company_id, id) on delete cascade,
  check ((built_in is null) <> (role_id is null))
);
create unique index member_role_built_in on member_role (company_id, member_id, built_in) where built_in is not null;
create unique index member_role_own on member_role (company_id, member_id, role_id) where role_id is not null;
create index member_role_administrators on member_role (company_id, member_id) where built_in = 'administrator';
-- Every request reads the roles of its member.
create index member_role_member on member_role (company_id, member_id);
create index member_role_of on member_role (company_id, role_id, member_id) where role_id is not null;
create index member_role_of_built_in on member_role (company_id, built_in, member_id) where built_in is not null;
select netward_protect('member_role', 'company_id', 'select');

-- Triggers: made after the functions.

create trigger org_node_moved after update of parent_id on org_node
  for each row when (new.type in (1, 2) and old.parent_id is distinct from new.parent_id)
  execute function org_node_moved();
create trigger member_found_by before insert or update of os_id, display_name on member
  for each row execute function member_found_by();
create trigger member_use_insert after insert on member referencing new table as added
  for each statement execute function member_use();
create trigger member_use_delete after delete on member referencing old table as gone
  for each statement execute function member_use_less();
create trigger member_use_update after update of status on member for each row
  when ((old.status = 'enabled') is distinct from (new.status = 'enabled')) execute function member_use_moved();
