-- How many of a campaign's gateways were backed up, and how far those are that go back, is kept as the other numbers are.

/** What a target counts as beside its standing: backed up or not, and how far it is on its way back. */
create function target_asides(backup text, rollback text) returns text[] language sql immutable parallel safe return
  array_remove(array[backup, case when is_going_back(rollback) then 'open' else rollback end], null);
grant execute on function target_asides to {{company}}, {{tree}}, {{platform}};

create table campaign_aside (
  company_id bigint not null,
  campaign_id bigint not null,
  aside text not null check (aside in ('stored', 'lacking', 'asked', 'open', 'done', 'failed')),
  n int not null,
  primary key (company_id, campaign_id, aside),
  foreign key (company_id, campaign_id) references campaign (company_id, id) on delete cascade
) with (fillfactor = 50);
select netward_protect('campaign_aside', 'company_id', 'select');
-- Numbers of a whole company, as campaign_count.
create policy whole_company on campaign_aside as restrictive to {{company}} using ((select whole_company()));

/** Of the targets before and after a statement; nothing is written where nothing of it has changed. */
create function count_asides() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into campaign_aside as c (company_id, campaign_id, aside, n)
  select company_id, campaign_id, aside, sum(n) from (
    select company_id, campaign_id, unnest(target_asides(backup, rollback)) as aside, 1 as n from new_rows
    where coalesce(backup, rollback) is not null
    union all
    select company_id, campaign_id, unnest(target_asides(backup, rollback)), -1 from old_rows
    where coalesce(backup, rollback) is not null) d
  group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
  on conflict (company_id, campaign_id, aside) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger campaign_target_asides after update on campaign_target
  referencing old table as old_rows new table as new_rows for each statement execute function count_asides();

/** Of targets that are gone with their device; none comes with an aside. */
create function uncount_asides() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update campaign_aside c set n = c.n - g.n
  from (select company_id, campaign_id, unnest(target_asides(backup, rollback)) as aside, count(*) as n from old_rows
    where coalesce(backup, rollback) is not null group by 1, 2, 3) g
  where c.company_id = g.company_id and c.campaign_id = g.campaign_id and c.aside = g.aside;
  return null;
end $$;
create trigger campaign_target_asides_gone after delete on campaign_target
  referencing old table as old_rows for each statement execute function uncount_asides();
insert into campaign_aside (company_id, campaign_id, aside, n)
select company_id, campaign_id, unnest(target_asides(backup, rollback)), count(*) from campaign_target
where coalesce(backup, rollback) is not null group by 1, 2, 3;
