-- Recipient and content are sealed, and deleted once sent.
create table outgoing_message (
  id uuid primary key,
  channel text not null check (channel in ('phone', 'mail')),
  sealed bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  -- Discarded after that.
  expires_at timestamptz not null,
  finished_at timestamptz
);
create index outgoing_message_age on outgoing_message (expires_at);
select netward_seal('outgoing_message');

-- Messages kept instead of sent on a development or demo server.
create table outbox_message (
  id uuid primary key,
  channel text not null,
  sealed bytea not null,
  at timestamptz not null default now()
);
create index outbox_message_order on outbox_message (at desc);
select netward_seal('outbox_message');
