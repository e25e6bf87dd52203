import { eventCode } from '@netward/cwmp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { commandSteps } from '../../../test/queued-commands.ts'
import { oneSession } from '../../../test/one-session.ts'
import { applyTemplate, tillObject, tillTable } from '../../../test/till-template.ts'
import { commandSecretContext } from './index.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const { online, queue, commandBy, parameterOf } = commandSteps(() => f)

test('status 1 means committed and not applied: the value is verified later', async () => {
  const { device, gateway } = await online({
    intercept: (request) =>
      request.method === 'SetParameterValues' && request.values.some(({ value }) => value === 'later')
        ? { method: 'SetParameterValuesResponse', status: 1 }
        : undefined,
  })
  const path = `${gateway.factory.model.root}DeviceInfo.ProvisioningCode`
  const id = await queue(device, 'set_parameter_values', {
    values: [{ path, value: 'later', type: 'string' }],
  })
  await oneSession(gateway)
  expect(await commandBy(id)).toMatchObject({ state: 'done', result: { status: 1 } })
  expect(await f.timelineOf(gateway)).toContain('command.later')
  expect(await parameterOf(device, 'DeviceInfo.ProvisioningCode')).toMatchObject({ later: 'later' })
  const [verifying] = await f.sql(`select * from device_command where request->>'verifies' = $1`, [id])
  expect(verifying).toMatchObject({
    kind: 'get_parameter_values',
    state: 'waiting',
    request: { paths: [path] },
  })
  // This read comes before the restart that applies it: another one follows the restart, and no third one.
  const looks = () =>
    f.sql(
      `select state, request->'paths' as paths from device_command where request->>'verifies' = $1 order by id`,
      [id],
    )
  const done = { state: 'done', paths: [path] }
  await f.sql(`update device_command set request = request - 'notBefore' where id = $1`, [verifying!['id']])
  await oneSession(gateway)
  expect(await looks()).toEqual([done])
  expect(await parameterOf(device, 'DeviceInfo.ProvisioningCode')).toMatchObject({
    value: expect.not.stringMatching(/^later$/) as string,
    later: 'later',
  })
  gateway.changeValue('DeviceInfo.ProvisioningCode', 'later')
  await oneSession(gateway, [eventCode.boot])
  expect(await looks()).toEqual([done, done])
  expect(await parameterOf(device, 'DeviceInfo.ProvisioningCode')).toMatchObject({
    value: 'later',
    later: null,
  })
  await oneSession(gateway, [eventCode.boot])
  expect(await looks()).toEqual([done, done])
})

test('a pending restart ends once a set takes effect immediately or a read confirms it', async () => {
  let status = 1
  const { device, gateway } = await online({
    intercept: (request) =>
      request.method === 'SetParameterValues' && status === 1
        ? { method: 'SetParameterValuesResponse', status }
        : undefined,
  })
  const { root } = gateway.factory.model
  const path = `${root}DeviceInfo.ProvisioningCode`
  const set = async (value: string) => {
    const id = await queue(device, 'set_parameter_values', { values: [{ path, value, type: 'string' }] })
    await oneSession(gateway)
    return id
  }
  const waits = async () => (await parameterOf(device, 'DeviceInfo.ProvisioningCode'))?.['later']
  await set('one')
  expect(await waits()).toBe('one')
  status = 0
  await set('two')
  expect(await waits()).toBeNull()
  status = 1
  const id = await set('three')
  expect(await waits()).toBe('three')
  gateway.changeValue('DeviceInfo.ProvisioningCode', 'three')
  await f.sql(`update device_command set request = request - 'notBefore' where request->>'verifies' = $1`, [
    id,
  ])
  await oneSession(gateway)
  expect(await waits()).toBeNull()
})

test('a secret that waits for a restart is shown as pending, its value is not', async () => {
  const { device, gateway } = await online({
    intercept: (request) =>
      request.method === 'SetParameterValues' &&
      request.values.some(({ name }) => name.endsWith('ConnectionRequestPassword'))
        ? { method: 'SetParameterValuesResponse', status: 1 }
        : undefined,
  })
  const path = `${gateway.factory.model.root}ManagementServer.ConnectionRequestPassword`
  const sealed = f.t.secrets.seal(JSON.stringify({ [path]: 'hidden' }), commandSecretContext(device.id))
  await queue(device, 'set_parameter_values', { values: [{ path, type: 'string' }] }, sealed)
  await oneSession(gateway)
  expect(await parameterOf(device, 'ManagementServer.ConnectionRequestPassword')).toMatchObject({
    value: null,
    later: '',
  })
})

test('a committed value that was not verified yet is read with the restart', async () => {
  const { device, gateway } = await online()
  const path = `${gateway.factory.model.root}DeviceInfo.ProvisioningCode`
  const waits = { paths: [path], verifies: '1', notBefore: new Date(Date.now() + 30_000).toISOString() }
  const id = await queue(device, 'get_parameter_values', waits)
  await oneSession(gateway)
  expect(await commandBy(id)).toMatchObject({ state: 'waiting' })
  await oneSession(gateway, [eventCode.boot])
  expect(await commandBy(id)).toMatchObject({ state: 'done' })
})

const markedObjects = (deviceId: string) =>
  f.sql(
    `select path, is_object, later from device_parameter where device_id = $1 and later is not null
     and is_object order by path`,
    [deviceId],
  )

test('what a settings change adds or deletes with the restart is marked in the tree until then, immediate changes are not', async () => {
  let status: 0 | 1 = 1
  const { device, gateway } = await online({
    intercept: ({ method }) => {
      if (status === 0) return undefined
      // An object that the model has: readable at once, effective after the restart.
      if (method === 'AddObject') return { method: 'AddObjectResponse', instanceNumber: 2, status }
      if (method === 'DeleteObject') return { method: 'DeleteObjectResponse', status }
      return method === 'SetParameterValues' ? { method: 'SetParameterValuesResponse', status } : undefined
    },
  })
  const table = 'NAT.PortMapping.'
  const root = gateway.factory.model.root
  const change = async (description: string, absent: string[] = []) => {
    const value = { name: 'Description', value: description, type: 'string', field: null }
    const id = await queue(device, 'change_settings', {
      asked: [],
      values: [],
      objects: [
        {
          section: 'port_mapping',
          instance: null,
          table: `${root}${table}`,
          key: ['Description'],
          values: [value],
          refers: null,
        },
      ],
      absent,
    })
    await oneSession(gateway)
    expect(await commandBy(id)).toMatchObject({ state: 'done' })
  }
  const marked = () => markedObjects(device.id)
  await change('till', [`${root}${table}5.`])
  expect(await marked()).toEqual([
    { path: `${root}${table}2.`, is_object: true, later: 'added' },
    { path: `${root}${table}5.`, is_object: true, later: 'deleted' },
  ])
  await oneSession(gateway, [eventCode.boot])
  expect(await marked()).toEqual([])
  status = 0
  await change('printer')
  expect(await marked()).toEqual([])
})

test('what templates add or delete with the restart is marked in the tree as well', async () => {
  const { company, device, gateway } = await online({
    intercept: ({ method }) => {
      // As above.
      if (method === 'AddObject') return { method: 'AddObjectResponse', instanceNumber: 2, status: 1 }
      if (method === 'DeleteObject') return { method: 'DeleteObjectResponse', status: 1 }
      return method === 'SetParameterValues' ? { method: 'SetParameterValuesResponse', status: 1 } : undefined
    },
  })
  await applyTemplate(company.admin, { objects: [{ ...tillObject, only: true }] })
  await f.sql('select queue_provision(array[$1::bigint], false)', [device.id])
  await oneSession(gateway)
  expect(await markedObjects(device.id)).toEqual([
    { path: `${tillTable}2.`, is_object: true, later: 'added' },
    { path: `${tillTable}5.`, is_object: true, later: 'deleted' },
  ])
  await oneSession(gateway, [eventCode.boot])
  expect(await markedObjects(device.id)).toEqual([])
})
