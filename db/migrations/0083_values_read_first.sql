-- ─── What a version declares and nobody has read is asked for before it is applied ───────────────────────────────────────

create table provision_read (
  company_id bigint not null,
  device_id bigint not null,
  -- The company of the template, which may be above that of the gateway.
  owner_id bigint not null,
  template_id bigint not null,
  version int not null,
  -- One that waited already with all of it is among them.
  commands bigint[] not null,
  -- The same of all that were asked at once.
  asked_at timestamptz not null,
  asked_by_name text not null,
  primary key (company_id, device_id, template_id, version),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade,
  constraint provision_read_template foreign key (owner_id, template_id, version)
    references provision_version (company_id, template_id, number) on delete cascade
);
create index provision_read_version on provision_read (owner_id, template_id, version, asked_at);
select netward_protect('provision_read', 'company_id', 'select, insert, update');
select netward_follow_device('provision_read');

/**
 * The gateways that were asked within a week for what a version of the company acted in declares, wherever they are.
 * `answered_values` and `answered_levels`: what they told within the hour, or told that they do not have.
 */
create function provision_reads(template_in bigint, version_in int) returns table (
  device_id bigint, asked_at timestamptz, asked_by_name text, state text, away boolean,
  answered_values text[], answered_levels text[]
) language sql stable security definer set search_path = public as $$
  select r.device_id, r.asked_at, r.asked_by_name, c.state, d.presence <> 'online', c.answered_values, c.answered_levels
  from provision_read r
  join device d on d.company_id = r.company_id and d.id = r.device_id and d.state = 'claimed'
  cross join lateral (
    select case when bool_or(k.state in ('waiting', 'sent')) then 'waiting' when bool_and(k.answered) then 'done' else 'failed' end as state,
      coalesce(array_agg(p.path) filter (where k.kind = 'get_parameter_values' and k.lately), '{}') as answered_values,
      coalesce(array_agg(p.path) filter (where k.kind = 'get_parameter_attributes' and k.lately), '{}') as answered_levels
    from (
      select o.kind, o.state, o.request, o.answered, o.answered and o.finished_at > now() - interval '1 hour' as lately
      from (select *, state = 'done' or state = 'failed' and fault_code = '9005' as answered from device_command
        where device_command.device_id = r.device_id and id = any (r.commands)) o
    ) k cross join lateral jsonb_array_elements_text(k.request->'paths') p (path)
  ) c
  where r.owner_id = scope_company() and r.template_id = template_in and r.version = version_in
    and r.asked_at > now() - interval '7 days' and c.state is not null
    and exists (select from company_ancestor a where a.company_id = r.company_id and a.ancestor_id = r.owner_id) $$;
grant execute on function provision_reads to {{company}}, {{tree}}, {{platform}};

-- The first gateways that the count of all met of which something was not read.
alter table provision_preview add column unread bigint[] not null default '{}';
