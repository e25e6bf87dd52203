-- How the devices of outlets hang together.

-- What was derived of an outlet at last.
create table topology (
  outlet_id bigint primary key,
  company_id bigint not null,
  -- {others, links, clients, folded}, as modules/topology/derive writes it. Text of neighbours is hostile.
  content jsonb not null,
  devices int not null,
  links int not null,
  -- Neighbours that are no devices here.
  strangers int not null,
  -- Some link waits for a second reading: readings that found nothing new count too.
  pending boolean not null,
  derived_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade
);
create index topology_company on topology (company_id, outlet_id);
create index topology_derived on topology (derived_at);
create index topology_pending on topology (derived_at) where pending;
select netward_protect('topology', 'company_id', 'select');
-- An outlet may be seen by its department too: its policy decides.
alter policy company_scope on topology using (company_id = (select scope_company())
  and exists (select from outlet o where o.company_id = topology.company_id and o.id = topology.outlet_id));
select netward_behind_consent('topology');

-- Outlets of which something changed since.
create table topology_due (
  outlet_id bigint primary key,
  company_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade
);
create index topology_due_at on topology_due (at);
create index topology_due_company on topology_due (company_id, outlet_id);
select netward_protect('topology_due', 'company_id', '');

-- Where a person put a node of the drawing.
create table topology_position (
  company_id bigint not null,
  outlet_id bigint not null,
  node text not null check (length(node) between 1 and 300),
  x real not null check (x between -100000 and 100000),
  y real not null check (y between -100000 and 100000),
  primary key (outlet_id, node),
  foreign key (company_id, outlet_id) references outlet (company_id, id) on delete cascade
);
create index topology_position_company on topology_position (company_id, outlet_id);
select netward_protect('topology_position');
alter policy company_scope on topology_position using (company_id = (select scope_company())
  and exists (select from outlet o where o.company_id = topology_position.company_id and o.id = topology_position.outlet_id))
  with check (company_id = (select scope_company())
  and exists (select from outlet o where o.company_id = topology_position.company_id and o.id = topology_position.outlet_id));

-- Triggers: made after the functions.

create trigger device_topology_added after insert or delete on device for each row execute function outlet_topology();
create trigger device_topology_changed after update of outlet_id, state, type, mac_address, ip_address on device for each row
  when ((old.outlet_id, old.state, old.type, old.mac_address, old.ip_address)
    is distinct from (new.outlet_id, new.state, new.type, new.mac_address, new.ip_address))
  execute function outlet_topology();
create trigger line_topology after insert or delete or update of outlet_id, device_id on internet_line
  for each row execute function outlet_topology();
