-- How a company reaches outside services (decisions.md 6). Kinds: 1 WeCom, 2 DingTalk, 3 Microsoft Entra, 4 SMS, 5 mail,
-- 6 OpenID Connect, 7 SAML 2.0, 8 Feishu, 9 LDAP, 10 group robot, 11 webhook.
create table integration_channel (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  kind smallint not null check (kind between 1 and 11),
  name text not null,
  -- By kind, as packages/contract/src/integrations.ts says, without what is secret.
  settings jsonb not null,
  -- Passwords, keys, and addresses that hold one.
  sealed bytea not null,
  -- What people see of the address.
  target text not null,
  -- Of the secret in the address that a vendor of SMS reports calls to.
  callback_hash bytea unique,
  -- In the addresses that a sign-in service returns to (decisions.md 7).
  public_id text not null unique default replace(gen_random_uuid()::text, '-', ''),
  -- The day on which its secret or certificate ends, and the day for which people were notified of it.
  secret_ends_on date,
  secret_noted_on date,
  -- Hash of what its vendor knows a robot or an application by: channels to the same one share its limit.
  robot_hash bytea,
  paused boolean not null default false,
  -- Since the first of the failures without a success in between; why the last one failed: {reason, detail}.
  failing_since timestamptz,
  failure jsonb,
  -- The `failing_since` that administrators were notified of.
  failing_noted timestamptz,
  sent_at timestamptz,
  -- The last tests, so that nobody floods others.
  tested_at timestamptz[] not null default '{}',
  edited_at timestamptz not null default now(),
  edited_by text not null,
  unique (company_id, id),
  check ((failing_since is null) = (failure is null))
);
create unique index integration_channel_name on integration_channel (company_id, lower(name));
create index integration_channel_failing on integration_channel (failing_since) where failing_since is not null;
create index integration_channel_ending on integration_channel (secret_ends_on) where secret_ends_on is not null;
create index integration_channel_robot on integration_channel (robot_hash) where robot_hash is not null;
create index integration_channel_edited on integration_channel (company_id, edited_at, id);
select netward_protect('integration_channel');

-- What a gateway of SMS was asked for, by day in the time zone of the company.
create table integration_spend (
  company_id bigint not null,
  channel_id bigint not null,
  day date not null,
  messages int not null default 0 check (messages >= 0),
  calls int not null default 0 check (calls >= 0),
  -- Yuan, by the prices of the time.
  cost numeric(12, 3) not null default 0 check (cost >= 0),
  primary key (company_id, channel_id, day),
  foreign key (company_id, channel_id) references integration_channel (company_id, id) on delete cascade
);
select netward_protect('integration_spend', 'company_id', 'select');

-- How far the mailbox of a mail channel has been read, which takes replies.
create table integration_inbox (
  company_id bigint not null,
  channel_id bigint not null,
  -- Whose position it is: of other settings the position is unknown.
  mailbox text not null,
  uid_validity text,
  next_uid bigint,
  read_at timestamptz,
  failing_since timestamptz,
  failure jsonb,
  primary key (company_id, channel_id),
  foreign key (company_id, channel_id) references integration_channel (company_id, id) on delete cascade,
  check ((failing_since is null) = (failure is null))
);
select netward_protect('integration_inbox', 'company_id', 'select');
