import type pg from 'pg'

export const product = 'BENCH-CPE'
/** The later one is newer than the simulated gateways' version too. */
export const versions = { from: '1.0', to: '9.0' } as const

/** Gateways of a company as stored after they were claimed and called in. */
export async function seedCampaignGateways(
  client: pg.Client,
  companyId: string,
  count: number,
): Promise<void> {
  await client.query('create schema bench')
  await client.query('create table bench.gateway (device_id bigint primary key)')
  await client.query(
    `with made as (
       insert into device (company_id, name, type, presence, manufacturer, oui, product_class, serial_number, model_name,
         software_version, data_model_root, cwmp_version, periodic_interval, enrolled_by, credential_state, first_inform_at)
       select $1, 'gateway ' || n, 'smart_cpe', 'online', 'Bench', '02ABCD', $3, 'B' || n, $3, $4, 'Device.', '1.2', 300,
         'bootstrap', 'own', now() from generate_series(1, $2::int) n
       returning id)
     insert into bench.gateway select id from made`,
    [companyId, count, product, versions.from],
  )
  await client.query(
    `insert into gateway (device_id, company_id, username, facts, last_address, unanswered)
     select device_id, $1, 'bench-' || device_id, '', '127.0.0.1', 2 from bench.gateway`,
    [companyId],
  )
  await client.query(
    `insert into device_presence (device_id, company_id, last_inform_at, due_at)
     select device_id, $1, now(), now() + interval '4 hours' from bench.gateway`,
    [companyId],
  )
  await client.query(simulatedSessions)
  await client.query('vacuum analyze')
}

/**
 * What the ACS and the file server write while gateways take their command, fetch the file and come back with the new
 * version, in the order of the locks: the same rows of the same tables, for all at once. The functions that the ACS calls
 * do it for one gateway at a time and cost ten times as much, none of which is the campaign's. Of the triggers on those
 * tables the campaign's own stay: by them it hears of what gateways and transfers tell. The others (tallies, templates,
 * foreign keys) and the recorded exchanges of a gateway are left out.
 */
const simulatedSessions = `
alter table device enable always trigger device_campaigns;
alter table device_transfer enable always trigger device_transfer_campaign;
alter table campaign_target enable always trigger campaign_target_moved;

create function bench.answer(campaign_in bigint) returns int language plpgsql set session_replication_role = replica as $$
declare
  n int;
begin
  create temporary table if not exists round (device_id bigint primary key, company_id bigint, msp_id bigint,
    command_id bigint, transfer_id bigint) on commit delete rows;
  insert into round
  select t.device_id, t.company_id, d.msp_id, c.id, x.id
  from campaign_target t join bench.gateway b on b.device_id = t.device_id join device d on d.id = t.device_id
  join device_transfer x on x.id = t.transfer_id join device_command c on c.id = x.command_id and c.state = 'waiting'
  where t.campaign_id = campaign_in and t.state = 'queued';
  get diagnostics n = row_count;
  analyze round;
  -- A session: Inform, the command, its answer.
  update device_presence p set last_inform_at = now() from round r where p.device_id = r.device_id;
  update gateway g set lease_holder = gen_random_uuid(), lease_since = now() from round r where g.device_id = r.device_id;
  update device_command c set state = 'sent', sent_at = now(), sends = sends + 1 from round r where c.id = r.command_id;
  update device_transfer x set state = 'sent', sent_at = now() from round r where x.id = r.transfer_id;
  update device_command c set result = '{"kind": "download", "status": 1}', secret = null,
    expires_at = now() + interval '1 hour' from round r where c.id = r.command_id;
  update device_transfer x set state = 'started', accepted_at = now() from round r where x.id = r.transfer_id;
  insert into live_event (company_id, kind, subject_id, data)
  select company_id, 'command.changed', device_id, jsonb_build_object('commandId', command_id::text)
  from round cross join generate_series(1, 2);
  -- Its file.
  update campaign_target t set state = 'downloading', bytes_sent = 1000, changed_at = now() from round r
  where t.company_id = r.company_id and t.campaign_id = campaign_in and t.device_id = r.device_id;
  -- The session after the restart: 1 BOOT, 7 TRANSFER COMPLETE, M Download.
  update device_presence p set last_inform_at = now() from round r where p.device_id = r.device_id;
  update device d set software_version = '${versions.to}', last_boot_at = now() from round r where d.id = r.device_id;
  update gateway g set facts = 'f' from round r where g.device_id = r.device_id;
  update device_command c set state = 'done', finished_at = now(), result = result || '{"startedAt": null}' from round r
  where c.id = r.command_id;
  update device_transfer x set state = 'transferred', completed_at = now(), ended_at = now() from round r
  where x.id = r.transfer_id;
  insert into device_timeline (company_id, msp_id, device_id, kind, detail)
  select r.company_id, r.msp_id, r.device_id, k.kind, k.detail from round r cross join lateral (values
    ('inform.boot', '{"code": "1 BOOT", "commandKey": ""}'::jsonb),
    ('inform.transfer_complete', '{"code": "7 TRANSFER COMPLETE", "commandKey": ""}'),
    ('inform.method', '{"code": "M Download", "commandKey": "nw-0123456789012345678901"}'),
    ('changed', '{"softwareVersion": ["${versions.from}", "${versions.to}"]}'),
    ('command.done', jsonb_build_object('commandId', r.command_id::text, 'kind', 'download', 'fault', null))) k (kind, detail);
  insert into live_event (company_id, kind, subject_id, data)
  select company_id, 'device.changed', device_id, '{}'::jsonb from round
  union all select company_id, 'command.changed', device_id, jsonb_build_object('commandId', command_id::text) from round;
  return n;
end $$`

/** Lets the requested gateways take their command, fetch the file and return. Returns their number. */
export async function answerAsked(client: pg.Client, campaignId: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select bench.answer($1) as n', [campaignId])
  return rows[0]!.n
}

const waiting = `select b.device_id from bench.gateway b join campaign_target t on t.device_id = b.device_id
  where t.state = 'waiting'`

/** Silences all waiting gateways: the server's own sweep detects it. Returns their number. */
export async function silence(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `update device_presence p set due_at = now() from (${waiting}) w where p.device_id = w.device_id`,
  )
  return rowCount ?? 0
}

export async function onlineWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from (${waiting}) w join device d on d.id = w.device_id where d.presence = 'online'`,
  )
  return rows[0]!.n
}

/** All call in again, with every trigger of an Inform. */
export async function comeBack(client: pg.Client, portion = 5_000): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      `with back as (select id from device where presence = 'offline' order by id limit $1),
       due as (update device_presence p set last_inform_at = now(), due_at = now() + interval '4 hours' from back
         where p.device_id = back.id)
       update device d set presence = 'online' from back where d.id = back.id`,
      [portion],
    )
    if ((rowCount ?? 0) < portion) return
  }
}

/** As if no gateway had called in for a while. */
export async function takeOffline(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query("update device set presence = 'offline'")
  await client.query('commit')
}

/** Pending connection requests. */
export async function jobsLeft(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'device.connect'`,
  )
  return rows[0]!.n
}

/** Milliseconds that the campaign's own triggers took for gateway writes by this client. */
export async function reportMilliseconds(client: pg.Client): Promise<number> {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ n: number }>(
    `select coalesce(sum(self_time), 0)::float8 as n from pg_stat_user_functions
     where funcname in ('note_for_campaigns', 'note_transfer_for_campaign')`,
  )
  return rows[0]!.n
}
