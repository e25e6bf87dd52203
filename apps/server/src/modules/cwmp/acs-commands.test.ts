import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventCode } from '@netward/cwmp'
import { ConnectionRequestServer } from '@netward/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { informWith, post } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture, testAcsConfig, testLimits } from '../../../test/acs-fixture.ts'
import { commandSteps } from '../../../test/queued-commands.ts'
import { oneSession } from '../../../test/one-session.ts'
import { RetryLater } from '../../platform/jobs/job.ts'
import { commandSecretContext, cwmpJobs, startAcs } from './index.ts'
import { turnsRepo } from './exchange.repo.ts'

let f: AcsFixture
const doors = new ConnectionRequestServer()
beforeAll(async () => {
  f = await createAcsFixture()
  await doors.listen()
})
afterAll(async () => {
  await f.stop()
  await doors.close()
})

const { online, queue, commandBy, parameterOf } = commandSteps(() => f)

test('the first sessions read what the detail page shows and the names of the whole tree, never a secret', async () => {
  const { device, gateway } = await online()
  const commands = await f.sql('select kind, state from device_command where device_id = $1 order by id', [
    device.id,
  ])
  expect(commands).toEqual([
    { kind: 'get_parameter_values', state: 'done' },
    { kind: 'get_parameter_names', state: 'done' },
  ])
  expect(await parameterOf(device, 'DeviceInfo.SoftwareVersion')).toMatchObject({
    value: gateway.value('DeviceInfo.SoftwareVersion'),
  })
  const secrets = await f.sql(
    `select path from device_parameter where device_id = $1 and path ~ '(Password|PreSharedKey|KeyPassphrase)$' and value is not null`,
    [device.id],
  )
  expect(secrets).toEqual([])
  expect(await f.deviceOf(gateway)).toMatchObject({
    software_version: gateway.value('DeviceInfo.SoftwareVersion'),
  })
})

test('a set is carried out and its result stored; a secret value travels sealed and is not stored', async () => {
  const { device, gateway } = await online()
  const { root } = gateway.factory.model
  const path = `${root}DeviceInfo.ProvisioningCode`
  const hidden = `${root}ManagementServer.ConnectionRequestPassword`
  const sealed = f.t.secrets.seal(
    JSON.stringify({ [hidden]: 'made-by-hand' }),
    commandSecretContext(device.id),
  )
  const id = await queue(
    device,
    'set_parameter_values',
    {
      values: [
        { path, value: 'P-1', type: 'string' },
        { path: hidden, type: 'string' },
      ],
      parameterKey: '',
    },
    sealed,
  )
  await oneSession(gateway)
  expect(await commandBy(id)).toMatchObject({ state: 'done', secret: null })
  expect(gateway.value('DeviceInfo.ProvisioningCode')).toBe('P-1')
  expect(gateway.value('ManagementServer.ConnectionRequestPassword')).toBe('made-by-hand')
  expect(await parameterOf(device, 'DeviceInfo.ProvisioningCode')).toMatchObject({ value: 'P-1' })
  expect(await parameterOf(device, 'ManagementServer.ConnectionRequestPassword')).toMatchObject({
    value: null,
  })
})

test('a fault ends the command with its code and the fault of each parameter', async () => {
  const { device, gateway } = await online()
  const id = await queue(device, 'get_parameter_values', { paths: ['Device.Nothing.Here'] })
  await oneSession(gateway)
  expect(await commandBy(id)).toMatchObject({ state: 'failed', fault_code: '9005' })
  expect(await f.timelineOf(gateway)).toContain('command.failed')
})

test('a reboot is done when the gateway is back, not when it accepts the call', async () => {
  const { device, gateway } = await online({ rebootSeconds: 600 })
  const id = await queue(device, 'reboot', { commandKey: 'reboot-1' })
  gateway.informNow()
  await gateway.waitFor((g) => g.state.phase === 'rebooting')
  expect(await commandBy(id)).toMatchObject({ state: 'sent' })
  await gateway.waitFor((g) => g.state.last?.events.includes('1 BOOT') === true && g.state.last.ok)
  expect(await commandBy(id)).toMatchObject({ state: 'done', result: { seen: true } })
})

test('an interrupted session loses nothing: unanswered reads and reboots wait again', async () => {
  const { device, gateway, company } = await online()
  gateway.stop()
  const credentials = {
    username: gateway.value('ManagementServer.Username'),
    password: gateway.value('ManagementServer.Password'),
  }
  const reported = { ...gateway.factory.deviceId, events: [eventCode.periodic] }
  const read = await queue(device, 'get_parameter_values', { paths: ['Device.DeviceInfo.UpTime'] })
  const one = await informWith(f.url, reported, credentials)
  const call = await post(f.url, '', { headers: { cookie: one.cookie } })
  expect(call.body).toContain('GetParameterValues')
  expect(await commandBy(read)).toMatchObject({ state: 'sent' })

  // A new Inform takes over: what the old session still sends has no effect.
  const two = await informWith(f.url, reported, credentials)
  expect((await post(f.url, call.body, { headers: { cookie: one.cookie } })).status).not.toBe(200)
  const again = await post(f.url, '', { headers: { cookie: two.cookie } })
  expect(again.body).toContain('GetParameterValues')

  await f.sql(`update device_command set state = 'cancelled' where id = $1`, [read])
  const reboot = await queue(device, 'reboot', { commandKey: 'reboot-2' })
  const three = await informWith(f.url, reported, credentials)
  expect((await post(f.url, '', { headers: { cookie: three.cookie } })).body).toContain('cwmp:Reboot')
  expect(await commandBy(reboot)).toMatchObject({ state: 'sent' })
  // No BOOT in the next Inform: the reboot did not happen.
  const four = await informWith(f.url, reported, credentials)
  const asked = await post(f.url, '', { headers: { cookie: four.cookie } })
  expect(asked.body).toContain('cwmp:Reboot')
  await informWith(f.url, { ...reported, events: [eventCode.boot, eventCode.reboot] }, credentials)
  expect(await commandBy(reboot)).toMatchObject({ state: 'done', sends: 2 })
  expect(company.id).toBe(device.company_id)
})

test('reads at the head of the queue are sent in order, and those that a broken session never sent wait again', async () => {
  const { device, inform } = await byHand()
  const ids: string[] = []
  for (const name of ['UpTime', 'ModelName', 'SerialNumber'])
    ids.push(await queue(device, 'get_parameter_values', { paths: [`Device.DeviceInfo.${name}`] }))
  const states = async () => (await Promise.all(ids.map(commandBy))).map((one) => one?.['state'] as string)
  const first = await inform()
  expect((await first.go('')).body).toContain('UpTime')
  // An empty answer ends the first of them.
  expect((await first.go('')).body).toContain('ModelName')
  const second = await inform()
  await expect.poll(states).toEqual(['failed', 'sent', 'waiting'])
  expect((await second.go('')).body).toContain('ModelName')
  expect((await second.go('')).body).toContain('SerialNumber')
})

/** A gateway with its own credentials, driven by hand. */
async function byHand() {
  const made = await online()
  made.gateway.stop()
  const { gateway } = made
  const credentials = {
    username: gateway.value('ManagementServer.Username'),
    password: gateway.value('ManagementServer.Password'),
  }
  const inform = async (events: string[] = [eventCode.periodic]) => {
    const { cookie } = await informWith(f.url, { ...gateway.factory.deviceId, events }, credentials)
    return { go: (body: string) => post(f.url, body, { headers: { cookie } }) }
  }
  const call = async (events?: string[]) => {
    const { go } = await inform(events)
    return { body: (await go('')).body, go }
  }
  return { ...made, inform, call }
}

test('an answered reboot is not sent again: its BOOT is pending', async () => {
  const { device, call } = await byHand()
  const reboot = await queue(device, 'reboot', {})
  const asked = await call()
  const answered = asked.body.replace(/<cwmp:Reboot>.*<\/cwmp:Reboot>/s, '<cwmp:RebootResponse/>')
  expect((await asked.go(answered)).status).toBe(204)
  expect((await call()).body).not.toContain('cwmp:Reboot')
  expect(await commandBy(reboot)).toMatchObject({ state: 'sent', sends: 1 })
  await call([eventCode.reboot])
  expect(await commandBy(reboot)).toMatchObject({ state: 'done' })
})

test('a BOOT ends a reboot that waits to be resent', async () => {
  const { device, call } = await byHand()
  const reboot = await queue(device, 'reboot', {})
  expect((await call()).body).toContain('cwmp:Reboot')
  await f.sql(`update device_command set state = 'waiting', sent_at = null where id = $1`, [reboot])
  expect((await call([eventCode.boot])).body).not.toContain('cwmp:Reboot')
  expect(await commandBy(reboot)).toMatchObject({ state: 'done' })
})

test('a gateway that never answers a reboot gets three attempts', async () => {
  const { device, call } = await byHand()
  const reboot = await queue(device, 'reboot', {})
  for (let sent = 1; sent <= 3; sent++) expect((await call()).body).toContain('cwmp:Reboot')
  expect((await call()).body).not.toContain('cwmp:Reboot')
  expect(await commandBy(reboot)).toMatchObject({ state: 'sent', sends: 3 })
})

test('two processes cannot run the commands of one gateway at once: the newer Inform has the lease', async () => {
  const { device, gateway } = await online()
  gateway.stop()
  const credentials = {
    username: gateway.value('ManagementServer.Username'),
    password: gateway.value('ManagementServer.Password'),
  }
  const config = { ...testAcsConfig, deviceRanges: [] }
  const second = await startAcs({
    config,
    scopes: f.t.scopes,
    secrets: f.t.secrets,
    log: f.t.log,
    limits: testLimits,
  })
  try {
    const reported = { ...gateway.factory.deviceId, events: [eventCode.periodic] }
    const first = await queue(device, 'get_parameter_values', { paths: ['Device.DeviceInfo.UpTime'] })
    await queue(device, 'set_parameter_values', {
      values: [{ path: 'Device.DeviceInfo.ProvisioningCode', value: 'x', type: 'string' }],
    })
    const here = await informWith(f.url, reported, credentials)
    await post(f.url, '', { headers: { cookie: here.cookie } })
    const otherUrl = `http://127.0.0.1:${second.address.port}/`
    const there = await informWith(otherUrl, reported, credentials)
    const call = await post(otherUrl, '', { headers: { cookie: there.cookie } })
    expect(call.body).toContain('UpTime')
    // An empty answer ends the old command there, and changes nothing. That session may still read metrics.
    const ended = await post(f.url, '', { headers: { cookie: here.cookie } })
    expect(ended.body).not.toContain('SetParameterValues')
    expect(await commandBy(first)).toMatchObject({ state: 'sent' })
  } finally {
    await second.close()
  }
})

test('hostile XML is refused, inside a session too, and only the failure is stored', async () => {
  const { gateway, company, device } = await online()
  const bomb = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>'
  expect((await post(f.url, bomb, { headers: { authorization: 'Digest x' } })).status).toBe(401)
  const credentials = {
    username: gateway.value('ManagementServer.Username'),
    password: gateway.value('ManagementServer.Password'),
  }
  gateway.stop()
  const opened = await informWith(
    f.url,
    { ...gateway.factory.deviceId, events: [eventCode.periodic] },
    credentials,
  )
  expect((await post(f.url, bomb, { headers: { cookie: opened.cookie } })).status).toBe(400)
  expect((await post(f.url, '', { headers: { cookie: opened.cookie } })).status).toBe(400)
  const deep = `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`
  const reopened = await informWith(
    f.url,
    { ...gateway.factory.deviceId, events: [eventCode.periodic] },
    credentials,
  )
  expect((await post(f.url, deep, { headers: { cookie: reopened.cookie } })).status).toBe(400)
  await f.acs.flush()
  const listed = await company.admin.call('GET /api/v1/device/:deviceId/exchanges', { deviceId: device.id })
  expect(listed.data.filter(({ failed }) => failed).map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['doctype', 'too_deep']),
  )
})

test('a connection request uses the credentials of the gateway, and its Inform carries event 6', async () => {
  const { gateway, device, company } = await online({ connectionRequests: doors })
  const asked = await company.admin.call('POST /api/v1/device/:deviceId/connection-request', {
    deviceId: device.id,
  })
  expect(asked.code).toBe(0)
  const jobs = cwmpJobs({
    config: testAcsConfig,
    secrets: f.t.secrets,
  })
  const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
  await jobs['device.connect']!({ companyId: device.company_id, deviceId: device.id }, tools)
  await gateway.waitFor((g) => g.state.last?.events.includes('6 CONNECTION REQUEST') === true)
  await vi.waitFor(async () => expect(await f.timelineOf(gateway)).toContain('inform.connection_request'))

  // Another module requests it at the same moment: it joins that request, and a request that arrives too late
  // is not dropped.
  let called = 0
  gateway.on('session', ({ events }) => {
    called += events.filter((event) => event === '6 CONNECTION REQUEST').length
  })
  const job = { companyId: device.company_id, deviceId: device.id }
  const [other] = await f.t.scopes.asLoginRole('select begin_connection_request($1, $2) as begun', [
    device.company_id,
    device.id,
  ])
  expect(other).toEqual({ begun: true })
  await jobs['device.connect']!(job, tools)
  await f.t.scopes.asLoginRole('select end_connection_request($1, $2, false)', [device.company_id, device.id])
  const rest = await f.sql('select payload from graphile_worker._private_jobs where key = $1', [
    `device.connect_rest:${device.id}`,
  ])
  expect(rest).toMatchObject([{ payload: { ...job, ifWaiting: true } }])
  // Nothing is pending: the gateway is not called.
  await jobs['device.connect']!({ ...job, ifWaiting: true }, tools)
  // A worker that dies in the middle does not block others.
  await f.sql(
    `insert into connection_request (company_id, device_id, until) values ($1, $2, now() - interval '1 second')`,
    [device.company_id, device.id],
  )
  await jobs['device.connect']!(job, tools)
  await gateway.waitFor(() => called > 0)
  await oneSession(gateway)
  expect(called).toBe(1)
  expect(await f.timelineOf(gateway)).not.toContain('connection_request.failed')

  const guarded = cwmpJobs({
    config: { ...testAcsConfig, deviceRanges: [] },
    secrets: f.t.secrets,
  })
  await guarded['device.connect']!({ companyId: device.company_id, deviceId: device.id }, tools)
  expect(await f.timelineOf(gateway)).toContain('connection_request.failed')
})

test('the request that speeds up the proof of new credentials survives its worker, is queued once, and ends with the proof', async () => {
  const company = await f.company()
  const credentials = { username: company.username, password: company.password }
  const gateway = f.gateway({ ...credentials, connectionRequests: doors })
  gateway.on('session', () => gateway.stop())
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions === 1)
  const device = (await f.deviceOf(gateway)) as { id: string; company_id: string; credential_state: string }
  expect(device.credential_state).toBe('setting')
  const jobs = () =>
    f.sql<{ max_attempts: number; payload: object }>(
      `select j.max_attempts, p.payload from graphile_worker.jobs j
       join graphile_worker._private_jobs p on p.id = j.id where j.key = $1`,
      [`device.connect:${device.id}`],
    )
  const noted = async () => (await f.timelineOf(gateway)).filter((kind) => kind === 'credentials.set').length
  expect(await jobs()).toMatchObject([{ max_attempts: 5, payload: { untilProved: true } }])

  const handlers = cwmpJobs({ config: testAcsConfig, secrets: f.t.secrets })
  const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
  const run = () =>
    handlers['device.connect']!(
      { companyId: device.company_id, deviceId: device.id, untilProved: true },
      tools,
    )
  const busy = createServer((_request, response) => response.writeHead(503).end())
  await new Promise<void>((resolve) => {
    busy.listen(0, '127.0.0.1', resolve)
  })
  await f.sql('update device set connection_request_url = $2 where id = $1', [
    device.id,
    `http://127.0.0.1:${(busy.address() as AddressInfo).port}/`,
  ])
  await expect(run()).rejects.toThrow(RetryLater)
  busy.close()
  await informWith(
    f.url,
    { ...gateway.factory.deviceId, events: [eventCode.periodic] },
    {
      username: gateway.value('ManagementServer.Username'),
      password: gateway.value('ManagementServer.Password'),
    },
  )
  expect(await f.deviceOf(gateway)).toMatchObject({ credential_state: 'own' })
  const before = await f.timelineOf(gateway)
  // The gateway is off: a request would fail and be recorded.
  await run()
  expect(await f.timelineOf(gateway)).toEqual(before)
  // A second answer, or one after the proof, is recorded once.
  const answer = { accepted: true, interval: 300, fault: null, hasten: true }
  const nothing = { rows: [], reported: {} }
  await turnsRepo(f.t.scopes).turn(
    device.id,
    null,
    { learned: nothing, news: { ended: [], credentials: answer } },
    null,
  )
  expect(await noted()).toBe(1)
  expect(await jobs()).toHaveLength(1)
})

test('a frozen company keeps its sessions while its queue waits; a deactivated one only keeps last-seen', async () => {
  const { gateway, device } = await online()
  await f.sql(`update company set status = 'frozen', frozen_because = 'hand' where id = $1`, [
    device.company_id,
  ])
  const id = await queue(device, 'get_parameter_values', { paths: ['Device.DeviceInfo.'] })
  await oneSession(gateway)
  expect(await commandBy(id)).toMatchObject({ state: 'waiting' })

  await f.sql(`update company set status = 'deactivated' where id = $1`, [device.company_id])
  const before = await f.timelineOf(gateway)
  await f.sql(`update device_presence set last_inform_at = now() - interval '1 day' where device_id = $1`, [
    device.id,
  ])
  await oneSession(gateway, [eventCode.boot])
  await f.acs.flush()
  expect(await f.timelineOf(gateway)).toEqual(before)
  const [seen] = await f.sql(
    `select last_inform_at > now() - interval '1 minute' as now from device_presence where device_id = $1`,
    [device.id],
  )
  expect(seen).toEqual({ now: true })
})

test('without device management nothing is collected, and Informs and presence go on', async () => {
  const { gateway, device } = await online()
  await f.sql(
    `update application a set state = 'deleted' from product p
     where p.id = a.product_id and p.code = 'device_management' and a.company_id = $1`,
    [device.company_id],
  )
  const id = await queue(device, 'get_parameter_values', { paths: ['Device.DeviceInfo.'] })
  await f.sql(`update device_presence set last_inform_at = now() - interval '1 day' where device_id = $1`, [
    device.id,
  ])
  await oneSession(gateway)
  await f.acs.flush()
  expect(await commandBy(id)).toMatchObject({ state: 'waiting' })
  const [seen] = await f.sql(
    `select d.presence, p.last_inform_at > now() - interval '1 minute' as now
     from device d join device_presence p on p.device_id = d.id where d.id = $1`,
    [device.id],
  )
  expect(seen).toEqual({ presence: 'online', now: true })
  await f.sql(
    `update application a set state = 'normal' from product p
     where p.id = a.product_id and p.code = 'device_management' and a.company_id = $1`,
    [device.company_id],
  )
  await oneSession(gateway)
  expect(await commandBy(id)).toMatchObject({ state: 'done' })
})

test('an overdue gateway goes offline by the sweep, and comes back online with its next Inform', async () => {
  const { gateway, device } = await online()
  // "Last seen" of the session is written within a second, so not over what follows.
  await f.acs.flush()
  await f.sql(`update device_presence set due_at = now() - interval '1 second' where device_id = $1`, [
    device.id,
  ])
  await f.t.scopes.asLoginRole('select presence_sweep(100)')
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'offline' })
  await oneSession(gateway)
  await f.acs.flush()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'online' })
  expect((await f.timelineOf(gateway)).slice(-2)).toEqual(['offline', 'online'])
  const events = await f.sql<{ presence: string }>(
    `select data->>'presence' as presence from live_event where subject_id = $1 and kind = 'device.presence' order by id`,
    [device.id],
  )
  expect(events.map(({ presence }) => presence)).toEqual(['online', 'offline', 'online'])
})

test('a command past its deadline is expired, and one sent without an answer has failed', async () => {
  const { device } = await online()
  const waiting = await queue(device, 'get_parameter_values', { paths: ['Device.'] }, null, '-1 second')
  const sent = await queue(device, 'reboot', {}, null, '-1 second')
  await f.sql(`update device_command set state = 'sent' where id = $1`, [sent])
  await f.t.scopes.asLoginRole('select command_expire(100)')
  expect(await commandBy(waiting)).toMatchObject({ state: 'expired' })
  expect(await commandBy(sent)).toMatchObject({ state: 'failed', fault_code: 'no_answer' })
})

test('an uneventful Inform writes nothing before its response', async () => {
  const { gateway, device } = await online()
  await oneSession(gateway)
  await f.acs.flush()
  const state = () =>
    f.sql('select (select xmin from device where id = $1), (select xmin from gateway where device_id = $1)', [
      device.id,
    ])
  const before = await state()
  await oneSession(gateway)
  await f.acs.flush()
  expect(await state()).toEqual(before)
})

test('raw exchanges are masked, and the newest are kept', async () => {
  const { gateway, device, company } = await online()
  const path = `${gateway.factory.model.root}ManagementServer.ConnectionRequestPassword`
  const sealed = f.t.secrets.seal(JSON.stringify({ [path]: 'very-secret' }), commandSecretContext(device.id))
  await queue(device, 'set_parameter_values', { values: [{ path, type: 'string' }] }, sealed)
  await oneSession(gateway)
  await f.acs.flush()
  const listed = await company.admin.call('GET /api/v1/device/:deviceId/exchanges', { deviceId: device.id })
  const set = listed.data.find(({ method }) => method === 'SetParameterValues')
  const raw = await company.admin.call('GET /api/v1/device/:deviceId/exchanges/:exchangeId', {
    deviceId: device.id,
    exchangeId: set!.id,
  })
  expect(raw.data.body).toContain('ManagementServer.ConnectionRequestPassword')
  expect(raw.data.body).not.toContain('very-secret')
  const stranger = await f.company()
  const foreign = await stranger.admin.call('GET /api/v1/device/:deviceId/exchanges', { deviceId: device.id })
  expect(foreign.code).toBe('device.not_found')
})
