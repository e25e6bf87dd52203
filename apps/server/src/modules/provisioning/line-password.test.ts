import { phrase } from '@netward/phrases/server'
import type { SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { provisioningJobs } from './provisioning.jobs.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const waiting = 15_000
const leaf = { account: 'PPP.Interface.1.Username', password: 'PPP.Interface.1.Password' }
const bought = { isp: 'telecom', type: 'broadband', downMbps: 100, upMbps: 20, addressing: 'pppoe' } as const

type Tenant = Awaited<ReturnType<AcsFixture['company']>>

async function online({ username, password }: Tenant) {
  const gateway = f.gateway({ username, password, timeScale: 0.1 })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, waiting)
  await oneSession(gateway)
  const { id } = (await f.deviceOf(gateway)) as { id: string }
  return { gateway, deviceId: id }
}

/** Dials with the line's account and password; applied to all gateways below its author. */
async function dialling(writer: TestPerson, companies: readonly Tenant[], below = false): Promise<void> {
  const made = await writer.call('POST /api/v1/device/template', {
    name: 'Dial',
    selector: { models: [], manufacturers: [], softwareVersions: [], tags: [], outletIds: [], below },
    content: {
      values: [
        { path: `Device.${leaf.account}`, value: '{{line.account}}' },
        { path: `Device.${leaf.password}`, value: '{{ secret.line.password }}' },
      ],
      objects: [],
      notifications: [],
    },
    acknowledged: true,
  })
  expect(made).toMatchObject({ code: 0 })
  const { templateId } = made.data
  const applied = await writer.call('POST /api/v1/device/template/:templateId/apply', {
    templateId,
    version: 1,
  })
  expect(applied).toMatchObject({ code: 0 })
  const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
  for (const { id } of companies) {
    await provisioningJobs()['provision.spread']?.(
      { companyId: id, templateId, before: 1, version: 1 },
      tools,
    )
  }
}

async function outletWith({ admin }: Tenant, name: string, deviceIds: readonly string[]): Promise<string> {
  const { data } = await admin.call('POST /api/v1/outlet', { name })
  await moved(admin, deviceIds, data.id)
  return data.id
}

async function moved(admin: TestPerson, deviceIds: readonly string[], outletId: string | null) {
  const batch = await admin.call('POST /api/v1/device/batch/outlet', { deviceIds: [...deviceIds], outletId })
  expect(batch).toMatchObject({ code: 0, data: { accepted: deviceIds.length } })
}

async function line(by: TestPerson, outletId: string, more: object): Promise<string> {
  const made = await by.call('POST /api/v1/outlet/:outletId/line', {
    outletId,
    name: 'Main',
    ...bought,
    ...more,
  })
  expect(made).toMatchObject({ code: 0 })
  return made.data.id
}

async function edited(by: TestPerson, lineId: string, more: object) {
  const answer = await by.call('PUT /api/v1/outlet/line/:lineId', {
    lineId,
    name: 'Main',
    ...bought,
    ...more,
  })
  expect(answer).toMatchObject({ code: 0 })
  return answer.data
}

const configuration = async (who: TestPerson, deviceId: string) =>
  (await who.call('GET /api/v1/device/:deviceId/configuration', { deviceId })).data
const waits = async (who: TestPerson, deviceId: string) => (await configuration(who, deviceId)).waits
const dialledWith = (gateway: SimulatedGateway) => [gateway.value(leaf.account), gateway.value(leaf.password)]

describe('a gateway', () => {
  test('gets the account and the password of its own line, and another when that changes', async () => {
    const company = await f.company()
    const { admin } = company
    await dialling(admin, [company])
    const [here, there] = [await online(company), await online(company)]
    const outletId = await outletWith(company, 'Shop', [here.deviceId, there.deviceId])
    const own = { deviceId: here.deviceId, wanName: 'wan1', account: '0571A' }
    const lineId = await line(admin, outletId, { ...own, password: 'first & <only>' })
    await line(admin, outletId, {
      deviceId: there.deviceId,
      wanName: 'wan1',
      account: '0571B',
      password: 'other',
    })
    await oneSession(here.gateway)
    await oneSession(there.gateway)
    expect(dialledWith(here.gateway)).toEqual(['0571A', 'first & <only>'])
    expect(dialledWith(there.gateway)).toEqual(['0571B', 'other'])
    expect(await configuration(admin, here.deviceId)).toMatchObject({ state: 'applied', problems: [] })

    // Nothing changes: no gateway is asked.
    await edited(admin, lineId, own)
    expect(await waits(admin, here.deviceId)).toBe(false)
    await edited(admin, lineId, { ...own, password: 'second' })
    expect([await waits(admin, here.deviceId), await waits(admin, there.deviceId)]).toEqual([true, false])
    await oneSession(here.gateway)
    expect(dialledWith(here.gateway)).toEqual(['0571A', 'second'])

    await edited(admin, lineId, { ...own, account: '0571C' })
    await oneSession(here.gateway)
    expect(dialledWith(here.gateway)).toEqual(['0571C', 'second'])
  })

  test('without the password of a line says which line lacks it, and dials once it is there', async () => {
    const company = await f.company()
    const { admin } = company
    await dialling(admin, [company])
    const { gateway, deviceId } = await online(company)
    const problemsNow = async () =>
      (await configuration(admin, deviceId)).problems
        .filter(({ code }) => code === 'secret_missing')
        .map(({ text, detail }) => [text, detail])
    expect(await problemsNow()).toEqual([[phrase('en', 'faults.no_line'), '']])
    const outletId = await outletWith(company, 'West Lake', [deviceId])
    const own = { deviceId, wanName: 'wan1', account: '0571A' }
    const lineId = await line(admin, outletId, own)
    await oneSession(gateway)
    const wanted = [[phrase('en', 'faults.no_line_password'), 'Main (West Lake)']]
    expect(await problemsNow()).toEqual(wanted)
    const [failed] = (await admin.call('GET /api/v1/device/:deviceId/commands', { deviceId })).data.items
    expect(failed?.fault?.parameters.map(({ text, detail }) => [text, detail])).toEqual(wanted)
    expect((await edited(admin, lineId, { ...own, password: 'here' })).passwordSet).toBe(true)
    await oneSession(gateway)
    expect(dialledWith(gateway)).toEqual(['0571A', 'here'])
    expect(await configuration(admin, deviceId)).toMatchObject({ state: 'applied', problems: [] })
    expect((await edited(admin, lineId, { ...own, password: null })).passwordSet).toBe(false)
    await oneSession(gateway)
    expect(await problemsNow()).toEqual(wanted)
    expect(dialledWith(gateway)).toEqual(['0571A', 'here'])
  })

  test('takes the password over with the line: by hand, and in the place of another', async () => {
    const company = await f.company()
    const { admin } = company
    await dialling(admin, [company])
    const [first, second, third] = [await online(company), await online(company), await online(company)]
    const outletId = await outletWith(company, 'Shop', [first.deviceId, second.deviceId])
    const own = { wanName: 'wan1', account: '0571A' }
    const lineId = await line(admin, outletId, { ...own, deviceId: first.deviceId, password: 'moves' })
    await edited(admin, lineId, { ...own, deviceId: second.deviceId })
    expect([await waits(admin, first.deviceId), await waits(admin, second.deviceId)]).toEqual([true, true])
    await oneSession(second.gateway)
    expect(dialledWith(second.gateway)).toEqual(['0571A', 'moves'])
    const replaced = await admin.call('POST /api/v1/device/:deviceId/replace', {
      deviceId: second.deviceId,
      newDeviceId: third.deviceId,
    })
    expect(replaced).toMatchObject({ code: 0 })
    await oneSession(third.gateway)
    expect(dialledWith(third.gateway)).toEqual(['0571A', 'moves'])
    // A gateway that leaves the outlet leaves the line; the password stays with the line.
    await moved(admin, [third.deviceId], null)
    const lines = await admin.call('POST /api/v1/outlet/line/lists', { outletId })
    expect(lines.data.items).toMatchObject([{ id: lineId, deviceId: null, passwordSet: true }])
    await admin.call('DELETE /api/v1/outlet/line/:lineId', { lineId })
    expect(await f.sql('select 1 from line_password where line_id = $1', [lineId])).toEqual([])
  })

  test('of a customer gets its own line’s by a template of the MSP, and no other customer’s', async () => {
    const msp = await f.t.company('middleman')
    const boss = await f.t.person(msp.id, 'administrator')
    const [one, other] = [await f.company(msp.id), await f.company(msp.id)]
    await dialling(boss, [one, other], true)
    const [here, there] = [await online(one), await online(other)]
    const outletId = await outletWith(one, 'Shop', [here.deviceId])
    // Set by an MSP user acting in the customer: not readable from there either.
    await line(boss, outletId, {
      deviceId: here.deviceId,
      wanName: 'wan1',
      account: '0571A',
      password: 'own-of-one',
    })
    await outletWith(other, 'Shop', [there.deviceId])
    await oneSession(here.gateway)
    await oneSession(there.gateway)
    expect(dialledWith(here.gateway)).toEqual(['0571A', 'own-of-one'])
    expect(there.gateway.value(leaf.password)).not.toBe('own-of-one')
    expect(await configuration(other.admin, there.deviceId)).toMatchObject({ state: 'failed' })
  })
})

test('the password is in no answer, command, exchange, log, audit entry, event, export or table in the clear', async () => {
  const company = await f.company()
  const { admin } = company
  const password = 'nobody-reads-this'
  await dialling(admin, [company])
  const { gateway, deviceId } = await online(company)
  const outletId = await outletWith(company, 'Shop', [deviceId])
  const own = { deviceId, wanName: 'wan1', account: '0571A' }
  const lineId = await line(admin, outletId, { ...own, password: 'at-first' })
  await edited(admin, lineId, { ...own, password })
  await oneSession(gateway)
  expect(gateway.value(leaf.password)).toBe(password)
  const answers = [
    await admin.call('POST /api/v1/outlet/line/lists', {}),
    await admin.call('POST /api/v1/outlet/line/export', {}),
    await admin.call('GET /api/v1/outlet/:outletId/timeline', { outletId }),
    await admin.call('GET /api/v1/device/:deviceId/timeline', { deviceId }),
    await admin.call('GET /api/v1/device/:deviceId/commands', { deviceId }),
    await admin.call('GET /api/v1/device/template-secrets', {}),
    await admin.call('POST /api/v1/auth/audit/lists', {}),
    await configuration(admin, deviceId),
  ]
  expect(JSON.stringify(answers)).not.toContain(password)
  const kept = await f.sql(
    `select to_jsonb(c)::text as a from device_command c where device_id = $1
     union all select to_jsonb(e)::text from gateway_exchange e where device_id = $1
     union all select to_jsonb(s)::text from provision_state s where device_id = $1
     union all select to_jsonb(p)::text from device_parameter p where device_id = $1
     union all select to_jsonb(l)::text from audit_log l where company_id = $2
     union all select to_jsonb(i)::text from live_event i where company_id = $2
     union all select encode(p.value, 'escape') from line_password p where line_id = $3
     union all select content::text from export_rows($2, 'internet_line', 0, 100)`,
    [deviceId, company.id, lineId],
  )
  expect(JSON.stringify(kept)).not.toContain(password)
  const [exported] = await f.sql<{ content: object }>(
    `select content from export_rows($1, 'internet_line', 0, 100)`,
    [company.id],
  )
  expect(Object.keys(exported!.content).filter((key) => /password/i.test(key))).toEqual([])
  const [audited] = await f.sql(
    `select detail from audit_log where company_id = $1 and action = 'line.edited'`,
    [company.id],
  )
  expect(audited).toMatchObject({ detail: { line: 'Main', passwordChanged: true } })
})
