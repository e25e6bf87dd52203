import { eventCode } from '@netward/cwmp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerTo, informBody, informWith, post } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

let serials = 0
const serial = () => `R${process.pid}X${++serials}`

const boots = async (serialNumber: string) =>
  (
    await f.sql<{ n: number }>(
      `select count(*)::int as n from device_timeline t join device d on d.id = t.device_id
       where d.serial_number = upper($1) and t.kind = 'inform.boot'`,
      [serialNumber],
    )
  )[0]?.n

test('an Inform that is repeated after a failed session is one event in the timeline', async () => {
  const credentials = await f.company()
  const serialNumber = serial()
  const boot = (retryCount: number) =>
    informWith(f.url, { serialNumber, events: [eventCode.boot], retryCount }, credentials)
  await boot(0)
  expect(await boots(serialNumber)).toBe(1)
  await boot(1)
  await boot(2)
  expect(await boots(serialNumber)).toBe(1)
  // Another restart.
  await boot(0)
  expect(await boots(serialNumber)).toBe(2)
})

test('a repeated Inform is reported if its first one was never taken', async () => {
  const credentials = await f.company()
  const serialNumber = serial()
  await informWith(f.url, { serialNumber, events: [eventCode.boot] }, credentials)
  // It reported since, then restarted, and its first try was lost.
  await f.sql(
    `with old as (update device_timeline set at = at - interval '1 hour' where device_id in (
       select id from device where serial_number = upper($1)))
     update device_presence set last_inform_at = now() - interval '5 minutes' where device_id in (
       select id from device where serial_number = upper($1))`,
    [serialNumber],
  )
  await informWith(f.url, { serialNumber, events: [eventCode.boot], retryCount: 1 }, credentials)
  expect(await boots(serialNumber)).toBe(2)
})

test('a session that is superseded while it is handled ends with 204, never with 503', async () => {
  const credentials = await f.company()
  const serialNumber = serial()
  const body = informBody({ serialNumber, events: [eventCode.boot] })
  const first = await informWith(f.url, { serialNumber, events: [eventCode.boot] }, credentials)
  const authorization = (await post(f.url, body)).status === 401 ? first.authorization : ''
  const statuses = await Promise.all(
    Array.from({ length: 32 }, async () => {
      const challenged = await post(f.url, body)
      const inform = await post(f.url, body, {
        headers: { authorization: answerTo(challenged, credentials) },
      })
      const cookie = inform.headers['set-cookie']?.[0]?.split(';')[0]
      const next = cookie === undefined ? null : (await post(f.url, '', { headers: { cookie } })).status
      return [inform.status, next]
    }),
  )
  expect(authorization).not.toBe('')
  expect(statuses.flat().filter((status) => status === 503)).toEqual([])
})
