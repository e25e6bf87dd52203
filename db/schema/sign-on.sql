-- Who a member is to a sign-in channel. A link opens the company of its channel alone.
create table sign_on_link (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  channel_id bigint not null,
  member_id bigint not null,
  -- As the service names the person for ever: sub, oid, userid, NameID, objectGUID.
  subject text not null check (char_length(subject) between 1 and 500),
  -- Name or address there, for people who look at the list.
  shown text not null default '',
  linked_by text not null check (linked_by in ('self', 'administrator', 'channel')),
  linked_at timestamptz not null default now(),
  used_at timestamptz,
  unique (company_id, channel_id, subject),
  unique (company_id, channel_id, member_id),
  foreign key (company_id, channel_id) references integration_channel (company_id, id) on delete cascade,
  foreign key (company_id, member_id) references member (company_id, id) on delete cascade
);
create index sign_on_link_order on sign_on_link (company_id, channel_id, linked_at, id);
create index sign_on_link_member on sign_on_link (company_id, member_id);
select netward_protect('sign_on_link');

-- Sessions that a channel opened, so that a sign-out at the service ends them.
create table sign_on_session (
  session_id bigint primary key references session on delete cascade,
  company_id bigint not null references company on delete cascade,
  channel_id bigint not null,
  subject text not null,
  -- The session at the service (OpenID Connect sid, SAML SessionIndex).
  sid text
);
create index sign_on_session_channel on sign_on_session (company_id, channel_id, subject);
select netward_seal('sign_on_session');

-- What a channel did: calls to its service without secrets.
create table integration_call (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  channel_id bigint not null,
  at timestamptz not null default now(),
  act text not null check (act in ('test', 'sign_in', 'link', 'sign_out')),
  -- refused: the channel works, the person may not come in.
  outcome text not null check (outcome in ('done', 'failed', 'refused')),
  reason text,
  detail text not null default '',
  -- Whom it was about, as the service names them.
  subject text not null default '',
  milliseconds int not null,
  foreign key (company_id, channel_id) references integration_channel (company_id, id) on delete cascade
);
create index integration_call_order on integration_call (company_id, channel_id, at, id);
create index integration_call_age on integration_call (at);
select netward_protect('integration_call', 'company_id', 'select');

-- Triggers: made after the functions.

create trigger sign_on_link_insert after insert on sign_on_link for each row execute function sign_on_link_follows();
create trigger sign_on_link_delete after delete on sign_on_link for each row execute function sign_on_link_follows();
create trigger sign_on_channel_follows after update of settings, paused on integration_channel for each row
  execute function sign_on_channel_follows();
