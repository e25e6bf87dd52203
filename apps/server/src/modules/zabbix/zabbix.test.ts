import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'
import { estateOf, type SampleHost, yamlOf } from '../../../test/zabbix-export.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { deviceRoutes } from '../devices/index.ts'
import { equipmentRoutes } from '../equipment/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { openSecret, snmpRoutes } from '../snmp/index.ts'
import { zabbixJobs, zabbixRoutes } from './index.ts'

let t: TestApp
let msp: TestPerson
let admin: TestPerson
const ranges: string[] = []

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    deviceRoutes(app, deps)
    outletRoutes(app, deps)
    snmpRoutes(app, deps)
    equipmentRoutes(app, { deviceRanges: ranges, store: openMetricStore(deps.scopes) })
    zabbixRoutes(app, { secrets: deps.secrets, deviceRanges: ranges })
  })
  msp = await t.person((await t.company('middleman')).id, 'administrator')
})
afterAll(() => t.stop())

beforeEach(async () => {
  ranges.length = 0
  admin = await t.person((await t.company('company', msp.companyId)).id, 'administrator')
})

const base = '/monitor/api/v1/zabbix/import'
const sent = (content: string, who = admin, acted?: string) =>
  upload(t, who, base, { content, filename: 'zabbix_export_hosts.yaml' }, acted)
const uploaded = async (hosts: readonly SampleHost[], who = admin) => {
  const answer = await sent(yamlOf(hosts), who)
  expect(answer.code).toBe(0)
  return (answer.data as { importId: string }).importId
}
const found = async (importId: string, who = admin) =>
  (await who.call('GET /monitor/api/v1/zabbix/import/:importId', { importId })).data
const hostsOf = async (importId: string, who = admin) =>
  (await who.call('POST /monitor/api/v1/zabbix/import/:importId/hosts', { importId, pageSize: 200 })).data
    .items
const decide = (importId: string, decisions: object, who = admin) =>
  who.call('PUT /monitor/api/v1/zabbix/import/:importId', { importId, ...decisions })
const start = (importId: string, who = admin) =>
  who.call('POST /monitor/api/v1/zabbix/import/:importId/start', { importId })
const undo = (importId: string) =>
  admin.call('POST /monitor/api/v1/zabbix/import/:importId/undo', { importId })
const work = (name: 'zabbix.import' | 'zabbix.undo', importId: string, who = admin) =>
  zabbixJobs({ deviceRanges: ranges })[name]!(
    { companyId: who.companyId, importId },
    { scopes: t.scopes, log: t.log, signal: new AbortController().signal },
  )
const carriedOut = async (hosts: readonly SampleHost[]) => {
  const importId = await uploaded(hosts)
  expect((await start(importId)).code).toBe(0)
  await work('zabbix.import', importId)
  return importId
}
const devices = async (who = admin) =>
  (await who.call('POST /monitor/api/v1/device/lists', { pageSize: 200 })).data.items
const audits = async (companyId = admin.companyId) => {
  const { rows } = await t.adminPool.query<{ action: string }>(
    `select action from audit_log where company_id = $1 and action like 'zabbix.%' order by id`,
    [companyId],
  )
  return rows.map(({ action }) => action)
}

test('500 hosts become devices in existing and new outlets, with the credentials that a person entered once', async () => {
  const { data: shop } = await admin.call('POST /api/v1/outlet', { name: 'Shop 1' })
  const importId = await uploaded(estateOf(500))
  const before = await found(importId)
  expect(before).toMatchObject({ state: 'ready', hosts: 500, counts: { new: 500, refused: 0 } })
  // A group is mapped to the outlet of its name; it decides first.
  expect(before.groups[0]).toMatchObject({ name: 'Shops/Shop 1', target: 'outlet', outletId: shop.id })
  expect(before.credentials).toMatchObject([
    { hosts: 500, action: 'none', missing: ['community'], macros: ['{$SNMP_COMMUNITY}'] },
  ])
  const groups = before.groups.map(({ n, name, target, outletId }) =>
    name.startsWith('Shops/') && target === 'none' ? { n, target: 'new' } : { n, target, outletId },
  )
  const credentials = [{ n: 1, action: 'create', name: 'Shops', community: 'entered-once' }]
  expect((await decide(importId, { groups, credentials })).code).toBe(0)
  expect((await start(importId)).code).toBe(0)
  expect(await found(importId)).toMatchObject({ state: 'running' })
  await work('zabbix.import', importId)
  expect(await found(importId)).toMatchObject({ state: 'done', added: 500, counts: { added: 500, new: 0 } })
  const { data: page } = await admin.call('POST /monitor/api/v1/device/lists', { outletId: shop.id })
  expect(page.total).toBe(25)
  expect(page.items[0]).toMatchObject({ driver: 'snmp', type: 'switch', brand: 'Huawei' })
  expect((await admin.call('POST /api/v1/outlet/lists', {})).data.total).toBe(20)
  const { data: sets } = await admin.call('POST /monitor/api/v1/snmp/credential/lists', {})
  expect(sets.items.map(({ name }) => name)).toEqual(['Shops'])
  expect(page.items[0]!.credentialId).toBe(sets.items[0]!.id)
  expect(await audits()).toEqual([
    'zabbix.import_prepared',
    'zabbix.import_decided',
    'zabbix.import_started',
    'zabbix.import_finished',
  ])
  // They wait for their first poll as any other device.
  const { rows } = await t.adminPool.query(
    `select count(*)::int as n from device_polling where company_id = $1 and state = 'waiting'`,
    [admin.companyId],
  )
  expect(rows).toEqual([{ n: 500 }])
})

test('the same file again changes nothing, and remembers where groups went', async () => {
  const estate = estateOf(5)
  const importId = await uploaded(estate)
  const { groups } = await found(importId)
  await decide(importId, {
    groups: groups.map(({ n, name }) =>
      name === 'Switches' ? { n, target: 'none' } : { n, target: 'new', newName: `${name} new` },
    ),
  })
  await start(importId)
  await work('zabbix.import', importId)
  const again = await uploaded(estate)
  const preview = await found(again)
  expect(preview.counts).toMatchObject({ new: 0, known: 5 })
  expect(
    preview.groups.filter(({ target }) => target === 'outlet').map(({ outletName }) => outletName),
  ).toHaveLength(5)
  expect((await start(again)).code).toBe('zabbix.nothing_to_add')
  expect(await devices()).toHaveLength(5)
  expect((await admin.call('DELETE /monitor/api/v1/zabbix/import/:importId', { importId: again })).code).toBe(
    0,
  )
  expect((await admin.call('GET /monitor/api/v1/zabbix/import/:importId', { importId: again })).code).toBe(
    'zabbix.not_found',
  )
})

test('the order of groups decides where a host of several goes', async () => {
  const importId = await uploaded([{ host: 'a', ip: '203.0.114.1', groups: ['East', 'Shop 7'] }])
  const { groups } = await found(importId)
  const to = (name: string) => ({ n: groups.find((one) => one.name === name)!.n, target: 'new' })
  await decide(importId, { groups: [to('Shop 7'), to('East')] })
  expect(await hostsOf(importId)).toMatchObject([{ outletName: 'Shop 7', groups: ['Shop 7', 'East'] }])
  await decide(importId, { groups: [to('East'), to('Shop 7')] })
  expect(await hostsOf(importId)).toMatchObject([{ outletName: 'East' }])
  // Only the outlet that a host goes to is made.
  await start(importId)
  expect((await admin.call('POST /api/v1/outlet/lists', {})).data.items.map(({ name }) => name)).toEqual([
    'East',
  ])
  expect((await decide(importId, { groups: [to('East')] })).code).toBe('zabbix.move_not_allowed')
})

test('each host that is not added says why, in the language of the reader', async () => {
  await admin.call('POST /monitor/api/v1/device', { name: 'There', ipAddress: '203.0.114.9' })
  const importId = await uploaded([
    { host: 'new', ip: '203.0.114.1' },
    { host: 'twice', ip: '203.0.114.1' },
    { host: 'taken', ip: '203.0.114.9' },
    { host: 'local' },
    { host: 'mapped', ip: "'::ffff:127.0.0.1'" },
    { host: 'wrong', ip: 'nowhere' },
    { host: 'off', ip: '203.0.114.2', more: '      status: DISABLED' },
    { host: 'private', ip: '10.9.9.9' },
  ])
  const hosts = await hostsOf(importId)
  expect(hosts.map(({ host, outcome }) => [host, outcome])).toEqual([
    ['new', 'new'],
    ['twice', 'twice'],
    ['taken', 'taken'],
    ['local', 'refused'],
    ['mapped', 'refused'],
    ['wrong', 'refused'],
    ['off', 'left_out'],
    ['private', 'new'],
  ])
  expect(hosts[2]!.reasons[0]).toContain('"There"')
  expect(hosts[5]!.reasons[0]).toBe('interfaces.ip: "nowhere" is not an IP address')
  expect(hosts[7]!.reasons[0]).toContain('outside the ranges')
  await decide(importId, { disabled: 'add' })
  expect((await found(importId)).counts).toMatchObject({ new: 3, left_out: 0 })
  await start(importId)
  await work('zabbix.import', importId)
  const listed = await admin.call('POST /monitor/api/v1/device/lists', { polling: ['not_allowed'] })
  expect(listed.data.items.map(({ name }) => name)).toEqual(['private'])
  const refused = await admin.call('POST /monitor/api/v1/zabbix/import/:importId/hosts', {
    importId,
    outcome: ['refused'],
    search: 'WRO',
  })
  expect(refused.data).toMatchObject({ total: 1, items: [{ host: 'wrong' }] })
})

test('a range that belongs to another company is not reached', async () => {
  const other = await t.company('company')
  ranges.push(`10.7.0.0/16=${other.code}`, '127.0.0.0/8')
  const importId = await carriedOut([
    { host: 'foreign', ip: '10.7.0.1' },
    { host: 'own', ip: '127.0.0.5' },
  ])
  expect((await found(importId)).counts).toMatchObject({ added: 1, refused: 1 })
  expect((await devices()).map(({ name }) => name)).toEqual(['foreign'])
  const states = await admin.call('POST /monitor/api/v1/device/lists', { polling: ['not_allowed'] })
  expect(states.data.total).toBe(1)
})

test('equal credentials are one set, sealed for the company and never shown; an existing equal set is used', async () => {
  await admin.call('POST /monitor/api/v1/snmp/credential', {
    name: 'Read',
    version: 'v2c',
    community: 'known-1',
  })
  const hosts = [
    { host: 'a', ip: '203.0.114.1', community: 'known-1' },
    { host: 'b', ip: '203.0.114.2', community: 'fresh-2' },
    { host: 'c', ip: '203.0.114.3', community: 'fresh-2' },
  ]
  const importId = await uploaded(hosts)
  const answer = await admin.call('GET /monitor/api/v1/zabbix/import/:importId', { importId })
  expect(answer.data.credentials).toMatchObject([
    { action: 'existing', credentialName: 'Read', hosts: 1 },
    { action: 'create', name: 'Zabbix v2c', hosts: 2, missing: [] },
  ])
  expect(answer.body).not.toMatch(/known-1|fresh-2/)
  const stored = async (table: string) =>
    (
      await t.adminPool.query(`select row_to_json(t)::text as row from ${table} t where company_id = $1`, [
        admin.companyId,
      ])
    ).rows
      .map(({ row }: { row: string }) => row)
      .join()
  for (const table of ['zabbix_import', 'zabbix_group', 'zabbix_credential', 'zabbix_host'])
    expect(await stored(table)).not.toMatch(/known-1|fresh-2/)
  await start(importId)
  await work('zabbix.import', importId)
  const { rows } = await t.adminPool.query<{ sealed: Buffer }>(
    `select sealed from snmp_credential where company_id = $1 and name = 'Zabbix v2c'`,
    [admin.companyId],
  )
  expect(openSecret(t.secrets, admin.companyId, rows[0]!.sealed)).toEqual({ community: 'fresh-2' })
  expect(await stored('audit_log')).not.toMatch(/known-1|fresh-2/)
  const left = await t.adminPool.query(
    `select count(sealed)::int as n from zabbix_credential where import_id = $1 and made_credential_id is not null`,
    [importId],
  )
  expect(left.rows).toEqual([{ n: 0 }])
})

test('an import is undone as a whole, with outlets and credentials that nothing else uses', async () => {
  const importId = await uploaded([
    { host: 'a', ip: '203.0.114.1', groups: ['Shop 1'], community: 'one' },
    { host: 'b', ip: '203.0.114.2', groups: ['Shop 2'], community: 'one' },
  ])
  const { groups } = await found(importId)
  await decide(importId, { groups: groups.map(({ n }) => ({ n, target: 'new' })) })
  await start(importId)
  await work('zabbix.import', importId)
  const [first] = await devices()
  // Another device keeps the outlet.
  const other = { name: 'Till', ipAddress: '203.0.114.7', outletId: first!.outletId }
  await admin.call('POST /monitor/api/v1/device', other)
  expect((await undo(importId)).data).toEqual({ accepted: 2, failed: [] })
  await work('zabbix.undo', importId)
  expect(await found(importId)).toMatchObject({ state: 'undone', counts: { new: 2, added: 0 } })
  expect((await devices()).map(({ name }) => name)).toEqual(['Till'])
  expect((await admin.call('POST /api/v1/outlet/lists', {})).data.items.map(({ name }) => name)).toEqual([
    'Shop 1',
  ])
  expect((await admin.call('POST /monitor/api/v1/snmp/credential/lists', {})).data.total).toBe(0)
  expect(await audits()).toContain('zabbix.undo_finished')
})

test('an import whose devices a person changed is not undone, and says which', async () => {
  const importId = await carriedOut(estateOf(3))
  const [first] = await devices()
  const { data } = await admin.call('GET /monitor/api/v1/device/:deviceId', { deviceId: first!.id })
  const edit = { deviceId: data.id, name: 'Renamed', type: 'switch', ipAddress: data.ipAddress } as const
  await admin.call('PUT /monitor/api/v1/device/:deviceId', edit)
  const refused = await undo(importId)
  expect(refused).toMatchObject({
    code: 'zabbix.changed_since',
    data: { failed: [{ name: 'Renamed', reason: 'Changed since the import' }] },
  })
  expect(await devices()).toHaveLength(3)
})

test('the licence admits as many as it has room for; the rest fails with that reason', async () => {
  await t.adminPool.query(
    `insert into entitlement (company_id, kind, granted, changes_at) values ($1, 'devices', 2, 'infinity')
     on conflict (company_id, kind) do update set granted = 2, changes_at = 'infinity'`,
    [admin.companyId],
  )
  const importId = await uploaded(estateOf(5))
  expect((await found(importId)).room).toBe(2)
  await start(importId)
  await work('zabbix.import', importId)
  expect(await found(importId)).toMatchObject({ state: 'done', added: 2, counts: { added: 2, failed: 3 } })
  const failed = (await hostsOf(importId)).filter(({ outcome }) => outcome === 'failed')
  expect(failed.map(({ host }) => host)).toEqual(['sw-3', 'sw-4', 'sw-5'])
  expect(failed[0]!.reasons[0]).toMatch(/2/)
})

test('other companies see nothing of an import; an MSP carries it out while acting in the tenant', async () => {
  const importId = await uploaded(estateOf(1))
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  for (const who of [stranger, msp]) {
    expect((await who.call('GET /monitor/api/v1/zabbix/import/:importId', { importId })).code).toBe(
      'zabbix.not_found',
    )
    expect((await start(importId, who)).code).toBe('zabbix.not_found')
    expect((await who.call('POST /monitor/api/v1/zabbix/import/lists', {})).data.total).toBe(0)
  }
  const { data: foreign } = await stranger.call('POST /api/v1/outlet', { name: 'Foreign' })
  const { groups } = await found(importId)
  const there = groups.map(({ n }) => ({ n, target: 'outlet', outletId: foreign.id }))
  expect((await decide(importId, { groups: there })).code).toBe('outlet.not_found')
  const { data: set } = await stranger.call('POST /monitor/api/v1/snmp/credential', {
    name: 'Foreign',
    version: 'v2c',
    community: 'x',
  })
  const foreignSet = { credentials: [{ n: 1, action: 'existing', credentialId: set.id }] }
  expect((await decide(importId, foreignSet)).code).toBe('snmp.credential_not_found')
  const acting = msp.actingIn(admin.companyId)
  expect((await found(importId, acting)).counts.new).toBe(1)
  expect((await start(importId, acting)).code).toBe(0)
  await work('zabbix.import', importId)
  expect((await devices()).map(({ name }) => name)).toEqual(['Switch 1'])
})

test('people without the rights to make outlets or credentials decide among existing ones', async () => {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into role (company_id, name, permissions, data_scope)
     values ($1, 'Adds', array['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_EDIT'], 'company') returning id`,
    [admin.companyId],
  )
  const adder = await t.person(admin.companyId, 'user_layer')
  const give = (roleId: string) =>
    t.adminPool.query(
      `with m as (select id from member where company_id = $1 and person_id = $2), gone as (
         delete from member_role where member_id in (select id from m))
       insert into member_role (company_id, member_id, role_id) select $1, m.id, $3 from m`,
      [admin.companyId, adder.personId, roleId],
    )
  await give(rows[0]!.id)
  const importId = await uploaded([{ host: 'a', ip: '203.0.114.1', community: 'plain-1' }], adder)
  const detail = await found(importId, adder)
  expect(detail).toMatchObject({ mayCreateOutlets: false, mayCreateCredentials: false })
  // The community is not even stored.
  expect(detail.credentials).toMatchObject([{ action: 'none', missing: ['community'] }])
  const make = { credentials: [{ n: 1, action: 'create', community: 'plain-1' }] }
  expect((await decide(importId, make, adder)).code).toBe('permission.denied')
  expect((await decide(importId, { groups: [{ n: 1, target: 'new' }] }, adder)).code).toBe(0)
  expect((await start(importId, adder)).code).toBe('permission.denied')
  const undone = await adder.call('POST /monitor/api/v1/zabbix/import/:importId/undo', { importId })
  expect(undone.code).toBe('permission.denied')
  const part = await t.adminPool.query<{ id: string }>(
    `insert into role (company_id, name, permissions, data_scope, outlet_ids)
     values ($1, 'Part', array['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_EDIT'], 'outlets', '{1}') returning id`,
    [admin.companyId],
  )
  await give(part.rows[0]!.id)
  expect((await sent(yamlOf(estateOf(1)), adder)).code).toBe('zabbix.whole_company')
})

test('a file that is no export is refused beside the file', async () => {
  const fieldOf = async (content: string) => {
    const { code, data } = await sent(content)
    return [code, (data as { fields: { field: string }[] }).fields[0]?.field]
  }
  expect(await fieldOf('<zabbix_export/>')).toEqual(['zabbix.xml', 'file'])
  expect(await fieldOf('a: &a 1')).toEqual(['zabbix.aliases', 'file'])
  expect(await fieldOf("zabbix_export:\n  version: '3.0'")).toEqual(['zabbix.wrong_version', 'file'])
  expect((await sent('')).code).toBe('file.empty')
})

test('an import whose job is gone stops, and goes on when it is started again', async () => {
  const importId = await uploaded(estateOf(2))
  await start(importId)
  await t.adminPool.query(`delete from graphile_worker._private_jobs where key = $1`, [`zabbix:${importId}`])
  await t.scopes.asLoginRole('select tend_zabbix_imports()')
  expect(await found(importId)).toMatchObject({ state: 'stopped' })
  expect((await start(importId)).code).toBe(0)
  await work('zabbix.import', importId)
  expect(await found(importId)).toMatchObject({ state: 'done', added: 2 })
})
