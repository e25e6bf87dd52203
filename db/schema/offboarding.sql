-- Device credentials that people who left used in terminal sessions, until somebody has changed them. Of the company that the
-- people belonged to; the device may be a customer's, and its name stays when it is gone.
create table exposed_credential (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  person_id bigint not null,
  person_name text not null,
  device_company_id bigint not null,
  device_company_name text not null,
  device_id bigint not null,
  device_name text not null,
  is_gateway boolean not null,
  protocol text not null check (protocol in ('ssh', 'telnet')),
  port int not null,
  username text not null,
  last_used_at timestamptz not null,
  changed_at timestamptz,
  changed_by text,
  -- As device.search.
  search text not null generated always as (search_text((person_name || ' ' || device_company_name || ' ' || device_name)
    collate "default")) stored,
  check ((changed_at is null) = (changed_by is null))
);
-- A repeated hand-over lists none of them again.
create unique index exposed_credential_open on exposed_credential (company_id, person_id, device_id, protocol, port, username)
  where changed_at is null;
create index exposed_credential_used on exposed_credential (company_id, (changed_at is null) desc, last_used_at desc, id desc);
create index exposed_credential_device on exposed_credential (company_id, (changed_at is null) desc, device_name, id);
select netward_protect('exposed_credential', 'company_id', 'select, insert, update');
