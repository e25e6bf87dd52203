-- What counts found tells apart what would change, what cannot be told, and what cannot be had. Those that were counted
-- before told no gateway of which nothing was read from one that is as it should be: they are counted again.
delete from provision_preview;
alter table provision_preview
  drop column changing, drop column parameters, drop column objects, drop column unclear,
  -- As the contract tells it. Null: not yet.
  add column found jsonb;
