import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.stop())

/** Tables without a company: only definer functions reach them. */
const sealed = [
  'application_rate',
  'application_refusal',
  'approval_kind',
  'built_in_role',
  'collector_facts',
  'connection_request',
  'gateway',
  'gateway_pool',
  'holiday',
  'image_code',
  'installation',
  'known_source',
  'live_ticket',
  'metric_batch',
  'metric_device',
  'metric_gone',
  'metric_hour',
  'metric_partition',
  'metric_recent',
  'metric_rollup',
  'metric_series_tally',
  'health_point',
  'msp_below',
  'one_time_ticket',
  'outbox_message',
  'outgoing_message',
  'package',
  'package_version',
  'people_sync_event',
  'permission_kind',
  'person',
  'personal_item',
  'personal_token',
  'personal_visit',
  'person_recovery_code',
  'person_totp',
  'platform_setting',
  'poller',
  'poller_share',
  'poller_share_past',
  'alarm_rule_version',
  'shipped_rule',
  'notice_cursor',
  'polling_gone',
  'refused_act',
  'sent_code',
  'session',
  'sign_on_session',
  'sign_in_failure',
  'tenant_tally',
  'udp_request',
  'wall_session',
  'worker_heartbeat',
  'stun_server',
  // Of whichever company's lines: each request gets its share from functions.
  'carrier_due',
  'address_network',
  // The platform's own, and what people accepted of it in whichever company.
  'platform_document',
  'document_acceptance',
  'carrier_outage',
  'rollup_due',
  'rollup_progress',
]

/** Deliberately unique over the platform: the path prefix and the address reveal the same. */
const platformUnique = [
  // The token is all that a probe has when it enrols: its company follows.
  'probe_token',
  'company_code_key',
  'company_prefix_key',
  'company_domain_key',
  'company_one_op',
  // The foreign key beside it includes the company.
  'device_command_one_reboot',
  'device_identity',
  // Assigned by the server, never chosen by a tenant.
  'enrolment_username_key',
  'enrolment_token_hash_key',
  'integration_channel_callback_hash_key',
  'integration_channel_public_id_key',
  'invitation_ticket_hash_key',
  'application_app_id',
  'application_session_token',
  // The secret is all that the other company has; functions alone look it up.
  'sharing_key_secret',
  // The link's secret is all that a screen has; a function alone looks it up.
  'wall_screen_token',
  // The token is all that a program has.
  'personal_token_hash',
  // Functions alone write it, in the company of the engineer.
  'order_assignment_one',
  // The platform's own.
  'product_code_key',
  'person_email',
  'person_phone',
]

async function queried<T>(sql: string): Promise<T[]> {
  return (await t.adminPool.query(sql)).rows as T[]
}

test('every table forces row-level security, and the owner has a policy of its own', async () => {
  const tables = await queried<{ name: string; forced: boolean; owner_policy: boolean; policies: string[] }>(`
    select coalesce(pg_partition_root(c.oid)::text, c.relname) as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_all') as owner_policy,
      array(select p.polname::text from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not in ('migration', 'schema_applied', 'functions_applied')`)
  expect(tables.length).toBeGreaterThan(15)
  expect(tables.filter((table) => !table.forced || !table.owner_policy)).toEqual([])
  const scopes = ['company_scope', 'tree_scope', 'platform_scope']
  const open = tables.filter(({ name, policies }) => {
    const wanted = sealed.includes(name) ? [] : name === 'device_tally_msp' ? scopes.slice(1) : scopes
    return !wanted.every((policy) => policies.includes(policy))
  })
  expect(open.map((table) => table.name)).toEqual([])
})

test('the login role owns nothing, reads no table and can only become the three request roles', async () => {
  const reach = await queried(`
    select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
      and (pg_get_userbyid(c.relowner) = '${t.roles.login}' or has_table_privilege('${t.roles.login}', c.oid, 'select'))
      and c.relkind <> 'S'`)
  expect(reach).toEqual([])
  const becomes = await queried<{ role: string }>(`
    select r.rolname as role from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles l on l.oid = m.member
    where l.rolname = '${t.roles.login}' order by 1`)
  expect(becomes.map((row) => row.role)).toEqual([t.roles.company, t.roles.platform, t.roles.tree].toSorted())
  const powers = await queried(`
    select rolname from pg_roles where rolname like '${t.roles.owner.replace('_owner', '')}%'
      and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`)
  expect(powers).toEqual([])
})

test('no function is executable by public, and definer functions fix their search path', async () => {
  const open = await queried(`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      and (has_function_privilege('public', p.oid, 'execute')
        or p.prosecdef and not coalesce(p.proconfig::text like '%search_path=%', false))`)
  expect(open).toEqual([])
})

test('unique constraints are per company, except those listed', async () => {
  const found = await queried<{ name: string }>(`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    where c.relnamespace = 'public'::regnamespace and x.indisunique and not x.indisprimary
      and c.relname <> all (array['${sealed.filter((name) => name !== 'person').join("','")}'])
      and not exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attnum = any (x.indkey)
        and a.attname in ('company_id', 'home_company_id'))`)
  expect(found.map((row) => row.name).filter((name) => !platformUnique.includes(name))).toEqual([])
})

test('foreign keys between tenant tables include the company', async () => {
  const found = await queried<{ name: string }>(`
    select k.conrelid::regclass::text || '.' || k.conname as name from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and k.confrelid <> 'company'::regclass
      and exists (select 1 from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'company_id' and not a.attisdropped)
      and exists (select 1 from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'company_id' and not a.attisdropped)
      and not exists (select 1 from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname = 'company_id')`)
  // The ticket and the presence hold the id of a row that a definer function chose.
  expect(
    found
      .map((row) => row.name)
      .filter(
        (name) =>
          ![
            'device_presence.device_presence_device_id_fkey',
            'live_ticket.live_ticket_session_id_fkey',
            'sign_on_session.sign_on_session_session_id_fkey',
            // Of a published copy: the role above, with its company beside it.
            'role.role_origin',
            // The template above, with its company beside it.
            'provision_read.provision_read_template',
            // The advisory of a company above, with its company beside it.
            'advisory_case.advisory_case_advisory_company_id_advisory_id_fkey',
            'advisory_match.advisory_match_advisory_company_id_advisory_id_fkey',
            // The alarm of a company below, with its company beside it.
            'delivery.delivery_alarm_company_id_alarm_id_fkey',
            'delivery.delivery_work_company_id_work_event_id_fkey',
            // What happened in a company below, with its company beside it.
            'work_notice.work_notice_event_company_id_event_id_fkey',
            // The order of a company below, with its company beside it.
            'part_movement.part_movement_order',
            'part_reservation.part_reservation_order',
            // The model service of a company above, with its company beside it.
            'assistant_call.assistant_call_service',
            'assistant_choice.assistant_choice_offer',
            'assistant_consent.assistant_consent_service',
            // Sharing keys: the key, the order and the reservation of another company, with its company beside it.
            'sharing_redemption.sharing_redemption_key',
            'order_assignment.order_assignment_order',
            'shared_part.shared_part_reservation',
            'advisory_point.advisory_point_advisory_company_id_advisory_id_fkey',
          ].includes(name),
      ),
  ).toEqual([])
})

test('a transaction without a scope sees nothing, whatever its role', async () => {
  const company = await t.company('company')
  await t.adminPool.query(`insert into device (company_id, name, type) values ($1, 'a', 'smart_cpe')`, [
    company.id,
  ])
  for (const role of [t.roles.company, t.roles.tree]) {
    const client = await t.adminPool.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('role', $1, true)`, [role])
      const seen = await client.query('select id from device')
      expect(seen.rows).toEqual([])
      await client.query('rollback')
      // After a transaction that set it, the setting reads as an empty string rather than null.
      await client.query('begin')
      await client.query(
        `select set_config('netward.company_id', '1', true), set_config('netward.root_id', '1', true)`,
      )
      await client.query('rollback')
      await client.query('begin')
      await client.query(`select set_config('role', $1, true)`, [role])
      expect((await client.query('select id from device')).rows).toEqual([])
      await client.query('rollback')
    } finally {
      client.release()
    }
  }
})

test("a role's data scope hides the rows outside its outlets and departments, and their dependants", async () => {
  const company = await t.company('company')
  const { rows } = await t.adminPool.query<{ mine: string; theirs: string; department: string }>(
    `with d as (insert into org_node (company_id, type, name, parent_id)
         select $1, 4, 'department', id from org_node where company_id = $1 returning id),
       o as (insert into outlet (company_id, name, department_id) values ($1, 'theirs', (select id from d)) returning id),
       m as (insert into outlet (company_id, name) values ($1, 'mine') returning id)
     select m.id::text as mine, o.id::text as theirs, d.id::text as department from m, o, d`,
    [company.id],
  )
  const { mine, theirs, department } = rows[0]!
  // The department follows the outlet, whatever value is given.
  await t.adminPool.query(
    `insert into device (company_id, name, type, driver, outlet_id, department_id)
     values ($1, 'in', 'printer', 'none', $2, null), ($1, 'none', 'printer', 'none', null, $4),
       ($1, 'theirs', 'printer', 'none', $3, null)`,
    [company.id, mine, theirs, department],
  )
  await t.adminPool.query(
    `insert into device_timeline (company_id, device_id, kind) select company_id, id, name from device where company_id = $1`,
    [company.id],
  )
  const seen = (outlets: string, departments: string) =>
    t.scopes.withCompany(company.id, async ({ client }) => {
      await client.query(
        `select set_config('netward.outlet_ids', $1, true), set_config('netward.department_ids', $2, true)`,
        [outlets, departments],
      )
      const found = await client.query<{ devices: string[]; events: string[] }>(
        `select array(select name from device order by name) as devices,
           array(select kind from device_timeline order by kind) as events`,
      )
      const { devices, events } = found.rows[0]!
      expect(events).toEqual(devices)
      return devices
    })
  expect(await seen(`{${mine}}`, '')).toEqual(['in'])
  expect(await seen(`{${mine}}`, '{}')).toEqual(['in'])
  expect(await seen(`{${mine}}`, `{${department}}`)).toEqual(['in', 'theirs'])
  expect(await seen('{}', `{${department}}`)).toEqual(['theirs'])
  expect(await seen('{}', '{}')).toEqual([])
  expect(await seen('', '')).toEqual(['in', 'none', 'theirs'])
})

test('no row can be written into another company than the one acted in', async () => {
  const [mine, other] = [await t.company('company'), await t.company('company')]
  const write = t.scopes.withCompany(mine.id, ({ db }) =>
    db
      .insertInto('live_event')
      .values({ company_id: other.id, kind: 'device.changed', subject_id: null })
      .execute(),
  )
  await expect(write).rejects.toThrow(/row-level security/)
})

test('a request can append to the audit log but not change it', async () => {
  const company = await t.company('company')
  for (const statement of ['update audit_log set action = $1', 'delete from audit_log where action = $1']) {
    const attempt = t.scopes.withCompany(company.id, ({ client }) => client.query(statement, ['x']))
    await expect(attempt).rejects.toThrow(/permission denied/)
  }
})

test('no request can call what precedes a request: tickets, codes, sessions, hashes, counts', async () => {
  const reach = await queried<{ name: string }>(`
    select distinct p.proname as name from pg_proc p, unnest(array['${t.roles.company}', '${t.roles.tree}', '${t.roles.platform}']) r
    where p.pronamespace = 'public'::regnamespace and has_function_privilege(r, p.oid, 'execute')
      and p.proname ~ '(ticket|code|session|sign_in|attempt|source|password|totp|person)' order by 1`)
  expect(reach.map(({ name }) => name)).toEqual([
    'begin_totp',
    'confirm_totp',
    'end_own_personal_token',
    'end_own_sessions',
    'end_session',
    'end_totp',
    'make_personal_token',
    'open_live_ticket',
    'own_personal_tokens',
    'own_sessions',
    'own_totp',
    'renew_recovery_codes',
    'scope_person',
    'set_password',
  ])
})
