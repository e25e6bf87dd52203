import { startVoiceVendor, type VoiceVendor } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { askReceipts, comeDue, measureDisk, sendAll, sweepNotices } from '../../../test/notice-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { alarmRoutes, watchSamples } from '../alarms/index.ts'
import { integrationRoutes } from '../integrations/index.ts'
import { noticeRoutes } from './index.ts'

const keys = { keyId: 'key-id', keySecret: 'key-secret' }

let t: TestApp
let aliyun: VoiceVendor
let tencent: VoiceVendor
let person: TestPerson
let companyId: string
let ranges: string[]

beforeAll(async () => {
  t = await createTestApp((app, { scopes, secrets }) => {
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
    watchSamples(scopes)
    integrationRoutes(app, { secrets, publicUrl: 'https://netward.test', outgoingRanges: [] })
    noticeRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  aliyun = await startVoiceVendor('aliyun', keys)
  tencent = await startVoiceVendor('tencent', keys)
  const company = await t.company('company')
  companyId = company.id
  ranges = [`127.0.0.0/8=${company.code}`]
  person = await t.person(company.id, 'administrator')
  await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
    person.personId,
    `138${person.personId.padStart(8, '0')}`,
  ])
  return async () => {
    await aliyun.stop()
    await tencent.stop()
  }
})

const gateways = {
  aliyun: {
    provider: 'aliyun',
    templateCode: 'SMS_1',
    voice: { templateCode: 'TTS_7', showNumber: '05710000000', key: '1' },
  },
  tencent: {
    provider: 'tencent',
    appId: '1400',
    templateCode: '77',
    voice: { templateCode: '78', appId: '1500', key: '1' },
  },
} as const

/** A gateway that calls, and its address for reports. */
async function gateway(vendor: 'aliyun' | 'tencent', more: object = {}) {
  const { data } = await person.call('POST /api/v1/integration', {
    kind: 4,
    name: `${vendor} ${Math.random()}`,
    sms: { ...keys, signName: '网维', ...gateways[vendor], ...more },
  })
  return { id: data.id, address: data.madeCallback! }
}

/** A rule that calls the person after five minutes without an acknowledgement. */
async function route(channelId: string, more: object = {}) {
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where person_id = $1',
    [person.personId],
  )
  return person.call('POST /api/v1/notice/route', {
    name: `Calls ${Math.random()}`,
    events: ['raised', 'cleared', 'acknowledged'],
    timeZone: 'Asia/Shanghai',
    channelId,
    memberIds: [rows[0]!.id],
    byVoice: true,
    afterMinutes: 5,
    ...more,
  })
}

async function raise(): Promise<string> {
  const device = await arrangeDevice(t, companyId, {
    type: 'switch',
    name: 'Core switch of the flagship store',
  })
  await measureDisk(t, device, 95)
  await t.adminPool.query(`update alarm set severity = 'critical' where company_id = $1`, [companyId])
  await sweepNotices(t)
  await comeDue(t)
  return device
}
const urls = () => ({
  aliyun: 'http://127.0.0.1:1/',
  tencent: 'http://127.0.0.1:1/',
  aliyunVoice: aliyun.url,
  tencentVoice: tencent.url,
})
const send = () => sendAll(t, ranges, urls())
const ask = () => askReceipts(t, ranges, urls())
const post = (address: string) => async (report: object) => {
  const { status } = await t.raw({ method: 'POST', url: new URL(address).pathname, payload: report })
  if (status !== 200) throw new Error(`the callback answered ${status}`)
}
const acknowledged = async () => {
  const { rows } = await t.adminPool.query<{ by: string | null }>(
    'select acknowledged_by as by from alarm where company_id = $1',
    [companyId],
  )
  return rows[0]!.by
}
const log = async (channelId: string) =>
  (
    await person.call('POST /api/v1/notice/delivery/lists', { channelId, page: 1, pageSize: 10 })
  ).data.items.map(({ state, byVoice, receipt, transition, failure, throughName }) => ({
    state,
    byVoice,
    receipt,
    transition,
    failure: failure?.reason ?? null,
    through: throughName === null ? null : throughName.split(' ')[0],
  }))
const usual = { byVoice: true, transition: 'raised', failure: null, through: null }

describe.each(['aliyun', 'tencent'] as const)('a call by %s', (vendor) => {
  const other = () => ({ aliyun, tencent })[vendor]

  test('reads the template, and the key acknowledges the alarm in the name of the person', async () => {
    const { id, address } = await gateway(vendor)
    await route(id)
    await raise()
    await send()
    expect(other().calls).toHaveLength(1)
    expect(other().calls[0]).toMatchObject(
      vendor === 'aliyun'
        ? { action: 'IvrCall', template: 'TTS_7', values: { device: 'Core switch of the…' }, key: '1' }
        : { action: 'SendTtsVoice', template: '78' },
    )
    expect(await acknowledged()).toBeNull()
    await other().end(0, { keys: '1' }, post(address))
    expect(await acknowledged()).not.toBeNull()
    expect(await log(id)).toEqual([{ ...usual, state: 'sent', receipt: 'delivered' }])
    const { rows } = await t.adminPool.query<{ detail: object }>(
      `select detail from audit_log where company_id = $1 and action = 'alarm.acted_on'`,
      [companyId],
    )
    expect(rows.map(({ detail }) => detail)).toMatchObject([{ act: 'acknowledged', byCall: true }])
  })

  test('acknowledges nothing by another key, and nothing twice', async () => {
    const { id, address } = await gateway(vendor)
    await route(id)
    await raise()
    await send()
    await other().end(0, { keys: '2' }, post(address))
    expect(await acknowledged()).toBeNull()
    await other().end(0, { keys: '1' }, post(address))
    await t.adminPool.query(
      'update alarm set acknowledged_at = null, acknowledged_by = null, acknowledged_until = null where company_id = $1',
      [companyId],
    )
    await other().end(0, { keys: '1' }, post(address))
    expect(await acknowledged()).toBeNull()
  })

  test('is acknowledged by nothing an hour later', async () => {
    const { id, address } = await gateway(vendor)
    await route(id)
    await raise()
    await send()
    await t.adminPool.query('update notice_call set expires_at = now() where company_id = $1', [companyId])
    await other().end(0, { keys: '1' }, post(address))
    expect(await acknowledged()).toBeNull()
  })

  test('is not acknowledged by the address of another gateway, nor by a call that nobody placed', async () => {
    const { id, address } = await gateway(vendor)
    const { address: foreign } = await gateway(vendor)
    await route(id)
    await raise()
    await send()
    await other().end(0, { keys: '1' }, post(foreign))
    await post(address)([{ out_id: 'guessed', call_id: other().calls[0]!.id, dtmf: '1' }])
    await post(address)({ voicekey_callback: { callid: 'guessed', keypress: '1' } })
    expect(await acknowledged()).toBeNull()
  })

  test('is not acknowledged by a person who has lost the right', async () => {
    const { id, address } = await gateway(vendor)
    await route(id)
    await raise()
    await send()
    await t.adminPool.query(`update member set status = 'disabled' where person_id = $1`, [person.personId])
    await other().end(0, { keys: '1' }, post(address))
    expect(await acknowledged()).toBeNull()
  })

  test('that is not answered fails, and the log says so', async () => {
    const { id, address } = await gateway(vendor)
    await route(id)
    await raise()
    await send()
    await other().end(0, { failed: vendor === 'aliyun' ? '200005' : '8' }, post(address))
    expect(await log(id)).toEqual([{ ...usual, state: 'failed', receipt: 'refused', failure: 'unanswered' }])
  })
})

test('without a key a call only reads, and Alibaba Cloud is asked what became of it', async () => {
  const { id } = await gateway('aliyun', { voice: { templateCode: 'TTS_7', key: null } })
  await route(id)
  await raise()
  await send()
  await ask()
  expect(await log(id)).toEqual([{ ...usual, state: 'sent', receipt: 'awaited' }])
  await aliyun.end(0, { keys: '' }, null)
  await ask()
  expect(aliyun.calls[0]!.action).toBe('SingleCallByTts')
  expect(await log(id)).toEqual([{ ...usual, state: 'sent', receipt: 'delivered' }])
})

test('a call that a gateway refuses goes through the next gateway that calls', async () => {
  const silent = await gateway('tencent', { voice: null })
  const next = await gateway('tencent')
  const first = await gateway('aliyun', { fallbackId: next.id })
  await route(first.id)
  aliyun.refuses = 'isv.AMOUNT_NOT_ENOUGH'
  await raise()
  await send()
  await send()
  expect(tencent.calls).toHaveLength(1)
  expect(await log(first.id)).toMatchObject([{ state: 'sent', through: 'tencent' }])
  const lonely = await gateway('aliyun', { fallbackId: silent.id })
  await route(lonely.id)
  await raise()
  await send()
  await send()
  expect(await log(lonely.id)).toMatchObject([{ state: 'failed', failure: 'refused' }])
})

test('nobody is called about what is acknowledged before the escalation, and nobody about what is cleared', async () => {
  const { id } = await gateway('aliyun')
  await route(id)
  await measureDisk(t, await arrangeDevice(t, companyId, { type: 'switch', name: 'Core' }), 95)
  await sweepNotices(t)
  await t.adminPool.query(
    `update alarm set acknowledged_at = now(), acknowledged_by = 'A', acknowledged_until = now() + interval '1 day'
     where company_id = $1`,
    [companyId],
  )
  await comeDue(t)
  await send()
  expect(aliyun.calls).toEqual([])
  expect(await log(id)).toEqual([{ ...usual, state: 'dropped', receipt: null }])
})

describe('settings', () => {
  const fields = async (call: Promise<unknown>) => {
    const { code, data } = (await call) as { code: string; data: { fields: { field: string }[] } }
    return data.fields.map(({ field }) => `${field} ${code}`)
  }
  const add = (sms: object) =>
    fields(
      person.call('POST /api/v1/integration', {
        kind: 4,
        name: 'Wrong',
        sms: { ...keys, signName: '网维', ...sms } as never,
      }),
    )

  test('name the field that is wrong', async () => {
    expect(await add({ ...gateways.aliyun, voice: { templateCode: 'SMS_1', showNumber: '1' } })).toEqual([
      'sms.voice.templateCode integration.template_code_wrong',
    ])
    expect(await add({ ...gateways.aliyun, voice: { templateCode: 'TTS_1' } })).toEqual([
      'sms.voice.showNumber integration.show_number_missing',
    ])
    expect(await add({ ...gateways.tencent, voice: { templateCode: '1' } })).toEqual([
      'sms.voice.appId integration.secret_missing',
    ])
    const { id } = await gateway('aliyun', { voice: null })
    expect(await fields(route(id))).toEqual(['byVoice notice.no_calls'])
    const calling = await gateway('aliyun')
    expect(await fields(route(calling.id, { afterMinutes: null }))).toEqual([
      'afterMinutes notice.call_without_escalation',
    ])
  })

  test('give the address for reports once, and another one on request, which ends the first', async () => {
    const { id, address } = await gateway('aliyun')
    expect(address).toMatch(/^https:\/\/netward\.test\/api\/v1\/notice\/voice\/[\w-]{32}$/)
    const edit = async (newCallback: boolean) =>
      (
        await person.call('PUT /api/v1/integration/:channelId', {
          channelId: id,
          kind: 4,
          name: 'Calls',
          sms: { ...gateways.aliyun, keyId: 'key-id', signName: '网维', newCallback },
        })
      ).data.madeCallback
    expect(await edit(false)).toBeNull()
    await post(address)([])
    const second = await edit(true)
    expect(second).not.toBeNull()
    await expect(post(address)([])).rejects.toThrow('401')
    await post(second!)([])
  })

  test('keep the voice template while a rule calls by it', async () => {
    const { id } = await gateway('aliyun')
    await route(id)
    expect(
      await fields(
        person.call('PUT /api/v1/integration/:channelId', {
          channelId: id,
          kind: 4,
          name: 'Calls',
          sms: { ...gateways.aliyun, keyId: 'key-id', signName: '网维', voice: null },
        }),
      ),
    ).toEqual(['sms.voice integration.calls_in_use'])
  })

  test('let a person be called by a gateway that calls alone', async () => {
    const { id } = await gateway('aliyun')
    const silent = await gateway('tencent', { voice: null })
    const own = { events: ['raised' as const], timeZone: 'Asia/Shanghai', byVoice: true }
    expect((await person.call('GET /api/v1/notice/own/route')).data.channels).toMatchObject([
      { id, calls: true },
      { id: silent.id, calls: false },
    ])
    expect(
      await fields(person.call('POST /api/v1/notice/own/route', { ...own, channelId: silent.id })),
    ).toEqual(['byVoice notice.no_calls'])
    expect((await person.call('POST /api/v1/notice/own/route', { ...own, channelId: id })).code).toBe(0)
    await raise()
    await send()
    expect(aliyun.calls).toHaveLength(1)
  })
})
