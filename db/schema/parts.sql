-- Spare parts of a company: models, warehouses, and what lies in them.
create table part_model (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  brand text not null default '',
  name text not null,
  category text not null check (category in ('gateway', 'switch', 'router', 'firewall', 'wireless', 'optical', 'power', 'cable',
    'printer', 'terminal', 'other')),
  -- Each piece has a serial number; otherwise pieces are counted.
  serialised boolean not null,
  warranty_months int not null default 0 check (warranty_months between 0 and 240),
  price numeric(12, 2) check (price >= 0),
  note text not null default '',
  -- As device.search.
  search text not null generated always as (' ' || search_text((brand || ' ' || name || ' ' || note) collate "default")) stored,
  unique (company_id, id)
);
create unique index part_model_name on part_model (company_id, lower(name), lower(brand));
create index part_model_list on part_model (company_id, lower(name), id);
create index part_model_brand on part_model (company_id, lower(brand), lower(name), id);
select netward_protect('part_model');

-- A fixed warehouse, or the car of a person.
create table warehouse (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  name text not null,
  kind text not null check (kind in ('fixed', 'car')),
  address text not null default '',
  -- The outlet that it is at. The stock of a company is visible as a whole: no data scope of roles applies to it.
  at_outlet_id bigint,
  -- A person: of a car its driver. Null: they have left.
  keeper_id bigint,
  note text not null default '',
  search text not null generated always as (' ' || search_text((name || ' ' || address) collate "default")) stored,
  unique (company_id, id),
  foreign key (company_id, at_outlet_id) references outlet (company_id, id) on delete set null (at_outlet_id),
  foreign key (company_id, keeper_id) references member (company_id, person_id) on delete set null (keeper_id)
);
create unique index warehouse_name on warehouse (company_id, lower(name));
create index warehouse_list on warehouse (company_id, lower(name), id);
create index warehouse_outlet on warehouse (company_id, at_outlet_id) where at_outlet_id is not null;
create index warehouse_keeper on warehouse (company_id, keeper_id) where keeper_id is not null;
select netward_protect('warehouse');

-- Stock of a model in a warehouse: the sum of its movements, and the minimum that somebody set. The constraints hold however many
-- requests move it at once: each waits for the row.
create table part_stock (
  company_id bigint not null,
  warehouse_id bigint not null,
  model_id bigint not null,
  on_hand int not null default 0 constraint part_stock_on_hand check (on_hand >= 0),
  reserved int not null default 0 constraint part_stock_reserved check (reserved >= 0),
  defective int not null default 0 constraint part_stock_defective check (defective >= 0),
  -- On the way from this warehouse to another, and at the vendor for repair.
  in_transit int not null default 0 constraint part_stock_in_transit check (in_transit >= 0),
  in_repair int not null default 0 constraint part_stock_in_repair check (in_repair >= 0),
  minimum int not null default 0 check (minimum between 0 and 100000),
  available int not null generated always as (on_hand - reserved) stored,
  -- How many are missing to the minimum.
  short int not null generated always as (greatest(minimum - (on_hand - reserved), 0)) stored,
  -- Since when it is under its minimum.
  short_since timestamptz,
  primary key (company_id, warehouse_id, model_id),
  constraint part_stock_enough check (reserved <= on_hand),
  foreign key (company_id, warehouse_id) references warehouse (company_id, id),
  foreign key (company_id, model_id) references part_model (company_id, id)
);
create index part_stock_short on part_stock (company_id, short desc, model_id, warehouse_id);
create index part_stock_under on part_stock (company_id, warehouse_id) where short_since is not null;
create index part_stock_model on part_stock (company_id, model_id);
create index part_stock_available on part_stock (company_id, available, model_id, warehouse_id);
-- Movements alone change quantities.
select netward_protect('part_stock', 'company_id', 'select');
grant insert (company_id, warehouse_id, model_id, minimum), update (minimum) on part_stock to {{company}}, {{tree}}, {{platform}};

-- Pieces with a serial number: one is in one place.
create table part_serial (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  model_id bigint not null,
  serial text not null check (serial <> ''),
  -- `new`: until it is received, in the same transaction.
  state text not null default 'new' check (state in ('new', 'in_stock', 'reserved', 'in_use', 'in_transit', 'in_repair',
    'scrapped', 'lost', 'replaced')),
  defective boolean not null default false,
  -- Where it lies; on the way or in repair, where it comes from.
  warehouse_id bigint,
  purchased_on date,
  warranty_until date,
  supplier text not null default '',
  moved_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, model_id) references part_model (company_id, id) on delete cascade,
  foreign key (company_id, warehouse_id) references warehouse (company_id, id),
  check ((warehouse_id is not null) = (state in ('in_stock', 'reserved', 'in_transit', 'in_repair')))
);
create unique index part_serial_number on part_serial (company_id, upper(serial));
create index part_serial_list on part_serial (company_id, upper(serial), id);
create index part_serial_moved on part_serial (company_id, moved_at, id);
create index part_serial_warranty on part_serial (company_id, warranty_until, id);
create index part_serial_model on part_serial (company_id, model_id, state);
create index part_serial_place on part_serial (company_id, warehouse_id, state) where warehouse_id is not null;
select netward_protect('part_serial', 'company_id', 'select');
grant insert (company_id, model_id, serial, purchased_on, warranty_until, supplier),
  update (purchased_on, warranty_until, supplier) on part_serial to {{company}}, {{tree}}, {{platform}};

-- The ledger: what changed in a warehouse, by whom and why. Rows are added, never changed: stock is their sum.
create table part_movement (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  at timestamptz not null default now(),
  kind text not null,
  warehouse_id bigint not null,
  model_id bigint not null,
  serial_id bigint,
  -- By how much each figure of part_stock changes.
  on_hand int not null default 0,
  reserved int not null default 0,
  defective int not null default 0,
  in_transit int not null default 0,
  in_repair int not null default 0,
  quantity int not null generated always as (greatest(abs(on_hand), abs(reserved), abs(defective), abs(in_transit),
    abs(in_repair))) stored,
  supplier text not null default '',
  -- Of the purchase or the delivery.
  reference text not null default '',
  unit_price numeric(12, 2) check (unit_price >= 0),
  -- The order that it was moved for: of this company or of one below.
  order_company_id bigint,
  order_id bigint,
  order_number int,
  -- Of a broken device that comes back: the device_replacement of that order.
  replacement_id bigint,
  note text not null default '',
  actor_id bigint default scope_person(),
  actor_name text not null default coalesce(netward_setting('netward.actor_name'), ''),
  unique (company_id, id),
  foreign key (company_id, warehouse_id) references warehouse (company_id, id),
  foreign key (company_id, model_id) references part_model (company_id, id),
  foreign key (company_id, serial_id) references part_serial (company_id, id),
  constraint part_movement_order foreign key (order_company_id, order_id) references work_order (company_id, id)
    on delete set null (order_company_id, order_id),
  constraint part_movement_kind check (case kind
    when 'receive' then on_hand > 0 and (reserved, defective, in_transit, in_repair) = (0, 0, 0, 0)
    when 'reserve' then reserved > 0 and (on_hand, defective, in_transit, in_repair) = (0, 0, 0, 0)
    when 'free' then reserved < 0 and (on_hand, defective, in_transit, in_repair) = (0, 0, 0, 0)
    when 'issue' then on_hand < 0 and reserved = on_hand and (defective, in_transit, in_repair) = (0, 0, 0)
    when 'send' then on_hand < 0 and in_transit = -on_hand and (reserved, defective, in_repair) = (0, 0, 0)
    when 'arrive' then on_hand > 0 and (reserved, defective, in_transit, in_repair) = (0, 0, 0, 0)
    when 'leave' then in_transit < 0 and (on_hand, reserved, defective, in_repair) = (0, 0, 0, 0)
    when 'lose' then in_transit < 0 and (on_hand, reserved, defective, in_repair) = (0, 0, 0, 0)
    when 'to_vendor' then defective < 0 and in_repair = -defective and (on_hand, reserved, in_transit) = (0, 0, 0)
    when 'from_vendor' then in_repair < 0 and on_hand = -in_repair and (reserved, defective, in_transit) = (0, 0, 0)
    when 'refused' then in_repair < 0 and defective = -in_repair and (on_hand, reserved, in_transit) = (0, 0, 0)
    when 'replaced' then in_repair < 0 and (on_hand, reserved, defective, in_transit) = (0, 0, 0, 0)
    when 'replacement' then on_hand > 0 and (reserved, defective, in_transit, in_repair) = (0, 0, 0, 0)
    when 'return' then on_hand >= 0 and defective >= 0 and on_hand + defective > 0 and (reserved, in_transit, in_repair) = (0, 0, 0)
    when 'scrap' then on_hand <= 0 and defective <= 0 and on_hand + defective < 0 and (reserved, in_transit, in_repair) = (0, 0, 0)
    when 'correct' then (on_hand = 0) <> (defective = 0) and (reserved, in_transit, in_repair) = (0, 0, 0)
    when 'regrade' then on_hand <> 0 and defective = -on_hand and (reserved, in_transit, in_repair) = (0, 0, 0)
    else false end)
);
create index part_movement_list on part_movement (company_id, id desc);
create index part_movement_warehouse on part_movement (company_id, warehouse_id, id desc);
create index part_movement_model on part_movement (company_id, model_id, id desc);
create index part_movement_serial on part_movement (company_id, serial_id, id) where serial_id is not null;
create index part_movement_order on part_movement (order_company_id, order_id) where order_id is not null;
select netward_protect('part_movement', 'company_id', 'select');
grant insert (company_id, kind, warehouse_id, model_id, serial_id, on_hand, reserved, defective, in_transit, in_repair, supplier,
  reference, unit_price, order_company_id, order_id, order_number, replacement_id, note) on part_movement to {{company}}, {{tree}}, {{platform}};

-- Parts that are kept for an order of this company or of one below, until it is resolved.
create table part_reservation (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  order_company_id bigint not null,
  order_id bigint not null,
  order_number int not null,
  warehouse_id bigint not null,
  model_id bigint not null,
  serial_id bigint,
  quantity int not null check (quantity > 0),
  -- How many the order uses: all, unless somebody says less.
  used int not null,
  state text not null default 'reserved' check (state in ('reserved', 'issued', 'freed')),
  reserved_at timestamptz not null default now(),
  reserved_by text not null,
  ended_at timestamptz,
  unique (company_id, id),
  constraint part_reservation_order foreign key (order_company_id, order_id) references work_order (company_id, id)
    on delete cascade,
  foreign key (company_id, warehouse_id) references warehouse (company_id, id),
  foreign key (company_id, model_id) references part_model (company_id, id),
  foreign key (company_id, serial_id) references part_serial (company_id, id),
  check (used between 0 and quantity),
  check ((state = 'reserved') = (ended_at is null))
);
create index part_reservation_of_order on part_reservation (order_company_id, order_id, id);
create index part_reservation_list on part_reservation (company_id, order_id, id);
select netward_protect('part_reservation', 'company_id', 'select');
grant insert (company_id, order_company_id, order_id, order_number, warehouse_id, model_id, serial_id, quantity, used, reserved_by),
  update (used) on part_reservation to {{company}}, {{tree}}, {{platform}};

-- Devices that were replaced on an order, in the company of the order.
create table device_replacement (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  order_id bigint not null,
  old_device_id bigint,
  new_device_id bigint,
  name text not null,
  old_serial text not null,
  new_serial text not null,
  -- Since when the broken device was managed: its warranty counts from then.
  old_since date not null,
  replaced_at timestamptz not null default now(),
  replaced_by text not null,
  unique (company_id, id),
  unique (company_id, old_device_id),
  foreign key (company_id, order_id) references work_order (company_id, id) on delete cascade,
  foreign key (company_id, old_device_id) references device (company_id, id) on delete set null (old_device_id),
  foreign key (company_id, new_device_id) references device (company_id, id) on delete set null (new_device_id)
);
create index device_replacement_order on device_replacement (company_id, order_id, id);
create index device_replacement_new on device_replacement (company_id, new_device_id) where new_device_id is not null;
select netward_protect('device_replacement', 'company_id', 'select, insert');
select netward_follow_order('device_replacement');

-- Parts on the way from one warehouse to another: sent, then received; what did not arrive is lost.
create table part_transfer (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  from_id bigint not null,
  to_id bigint not null,
  state text not null default 'sent' check (state in ('sent', 'received')),
  tracking text not null default '',
  note text not null default '',
  sent_at timestamptz not null default now(),
  sent_by text not null,
  received_at timestamptz,
  received_by text,
  loss_reason text not null default '',
  unique (company_id, id),
  foreign key (company_id, from_id) references warehouse (company_id, id),
  foreign key (company_id, to_id) references warehouse (company_id, id),
  check (from_id <> to_id),
  check ((state = 'received') = (received_at is not null))
);
-- Those on the way first.
create index part_transfer_list on part_transfer (company_id, (state = 'received'), sent_at desc, id desc);
create index part_transfer_sent on part_transfer (company_id, sent_at, id);
select netward_protect('part_transfer', 'company_id', 'select, insert, update');

create table part_transfer_line (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  transfer_id bigint not null,
  model_id bigint not null,
  serial_id bigint,
  quantity int not null check (quantity > 0),
  received int,
  unique (company_id, id),
  foreign key (company_id, transfer_id) references part_transfer (company_id, id) on delete cascade,
  foreign key (company_id, model_id) references part_model (company_id, id),
  foreign key (company_id, serial_id) references part_serial (company_id, id),
  check (received between 0 and quantity)
);
create index part_transfer_line_of on part_transfer_line (company_id, transfer_id, id);
select netward_protect('part_transfer_line', 'company_id', 'select, insert, update');

-- Defective parts at their vendor under warranty (RMA).
create table part_claim (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  state text not null default 'sent' check (state in ('sent', 'answered', 'repaired', 'replaced', 'refused')),
  warehouse_id bigint not null,
  model_id bigint not null,
  serial_id bigint,
  quantity int not null check (quantity > 0),
  vendor text not null,
  -- The vendor's number of the return.
  reference text not null default '',
  tracking text not null default '',
  due_on date,
  note text not null default '',
  sent_at timestamptz not null default now(),
  sent_by text not null,
  answered_at timestamptz,
  ended_at timestamptz,
  -- What replaces the piece.
  new_serial_id bigint,
  unique (company_id, id),
  foreign key (company_id, warehouse_id) references warehouse (company_id, id),
  foreign key (company_id, model_id) references part_model (company_id, id),
  foreign key (company_id, serial_id) references part_serial (company_id, id),
  foreign key (company_id, new_serial_id) references part_serial (company_id, id),
  check ((state in ('repaired', 'replaced', 'refused')) = (ended_at is not null))
);
-- Those that are due first.
create index part_claim_due on part_claim (company_id, (ended_at is not null), due_on, id);
create index part_claim_sent on part_claim (company_id, sent_at, id);
select netward_protect('part_claim', 'company_id', 'select, insert, update');

-- Stocktakings of a warehouse, while parts go on moving.
create table part_count (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  warehouse_id bigint not null,
  state text not null default 'running' check (state in ('running', 'confirmed', 'cancelled')),
  started_at timestamptz not null default now(),
  started_by text not null,
  ended_at timestamptz,
  ended_by text,
  reason text not null default '',
  -- Corrected pieces.
  found int not null default 0,
  lost int not null default 0,
  unique (company_id, id),
  foreign key (company_id, warehouse_id) references warehouse (company_id, id),
  check ((state = 'running') = (ended_at is null))
);
create unique index part_count_running on part_count (company_id, warehouse_id) where state = 'running';
-- Those that run first.
create index part_count_list on part_count (company_id, (state <> 'running'), started_at desc, id desc);
create index part_count_started on part_count (company_id, started_at, id);
select netward_protect('part_count', 'company_id', 'select, insert, update');

-- Of counted models: how many were found, and what the ledger said at that moment.
create table part_count_line (
  company_id bigint not null,
  count_id bigint not null,
  model_id bigint not null,
  expected int not null,
  counted int not null check (counted >= 0),
  primary key (company_id, count_id, model_id),
  foreign key (company_id, count_id) references part_count (company_id, id) on delete cascade,
  foreign key (company_id, model_id) references part_model (company_id, id)
);
select netward_protect('part_count_line', 'company_id', 'select, insert, update');

-- Serial numbers that were scanned, known or not.
create table part_count_serial (
  company_id bigint not null,
  count_id bigint not null,
  serial text not null,
  foreign key (company_id, count_id) references part_count (company_id, id) on delete cascade
);
create unique index part_count_serial_once on part_count_serial (company_id, count_id, upper(serial));
select netward_protect('part_count_serial', 'company_id', 'select, insert');

-- Triggers: made after the functions.

create trigger part_order_settled after update of state on work_order for each row
  when (new.state in ('resolved', 'closed', 'cancelled') and old.state not in ('resolved', 'closed', 'cancelled'))
  execute function part_settle_order();
create trigger part_order_left before delete on work_order for each row execute function part_leave_order();

create trigger part_stock_short before insert or update on part_stock for each row execute function part_stock_short();
create trigger part_stock_report after insert or update on part_stock for each row
  when (new.short_since is not null) execute function part_stock_report();

create trigger part_movement_moved after insert on part_movement for each row execute function part_moved();
