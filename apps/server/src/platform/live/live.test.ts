import { once } from 'node:events'
import type { LiveMessage } from '@netward/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { liveRoutes } from './live.routes.ts'
import { LiveTail } from './tail.ts'

let t: TestApp
let tail: LiveTail
beforeAll(async () => {
  t = await createTestApp((app, { scopes, log }) => {
    tail = new LiveTail(scopes, log)
    liveRoutes(app, tail)
  })
  tail.start()
  await t.app.http.ready()
})
afterAll(async () => {
  await tail.stop()
  await t.stop()
})

type OnInit = NonNullable<NonNullable<Parameters<typeof t.app.http.injectWS>[2]>['onInit']>

async function listen(person: TestPerson, after = '') {
  const { data } = await person.call('POST /api/v1/live/ticket')
  const messages: LiveMessage[] = []
  // From the beginning: the first message may come with the answer that opens the socket.
  const onInit: OnInit = (opening) =>
    opening.on('message', (text: Buffer) => messages.push(JSON.parse(String(text)) as LiveMessage))
  const socket = await t.app.http.injectWS(
    `/api/v1/live?ticket=${data.ticket}&after=${after}`,
    {},
    { onInit },
  )
  await vi.waitFor(() => expect(messages.some((message) => message.type === 'hello')).toBe(true))
  return {
    socket,
    messages,
    subjects: () =>
      messages.flatMap((message) => (message.type === 'event' ? [message.event.subjectId] : [])),
  }
}

const emit = (companyId: string, subjectId: string) =>
  t.scopes.withCompany(companyId, ({ db }) =>
    db
      .insertInto('live_event')
      .values({ company_id: companyId, kind: 'device.changed', subject_id: subjectId })
      .execute(),
  )

test('a listener hears its own company, an MSP those below it, the platform all; nobody hears a stranger', async () => {
  const msp = await t.company('middleman')
  const customer = await t.company('company', msp.id)
  const stranger = await t.company('company')
  const ears = {
    customer: await listen(await t.person(customer.id, 'administrator')),
    msp: await listen(await t.person(msp.id, 'administrator')),
    platform: await listen(t.operator),
  }
  await emit(stranger.id, '1')
  await emit(customer.id, '2')
  await emit(msp.id, '3')
  await vi.waitFor(() => expect(ears.platform.subjects()).toEqual(['1', '2', '3']), { timeout: 5000 })
  await vi.waitFor(() => expect(ears.msp.subjects()).toEqual(['2', '3']))
  await vi.waitFor(() => expect(ears.customer.subjects()).toEqual(['2']))
  for (const ear of Object.values(ears)) ear.socket.terminate()
})

test('a broken stream resumes with its cursor and misses nothing', async () => {
  const company = await t.company('company')
  const person = await t.person(company.id, 'administrator')
  const first = await listen(person)
  await emit(company.id, '10')
  await vi.waitFor(() => expect(first.subjects()).toEqual(['10']), { timeout: 5000 })
  const cursor = first.messages.at(-1)!.cursor
  first.socket.terminate()
  await emit(company.id, '11')
  await emit(company.id, '12')
  const second = await listen(person, cursor)
  await vi.waitFor(() => expect(second.subjects()).toEqual(['11', '12']), { timeout: 5000 })
  await emit(company.id, '13')
  await vi.waitFor(() => expect(second.subjects()).toEqual(['11', '12', '13']), { timeout: 5000 })
  second.socket.terminate()
})

test('a cursor from the future is reset, and holds nobody else up', async () => {
  const company = await t.company('company')
  const strange = await listen(await t.person(company.id, 'administrator'), '999999999999999999.0')
  expect(strange.messages[0]).toMatchObject({ type: 'reset' })
  const other = await t.company('company')
  await emit(company.id, '14')
  await vi.waitFor(() => expect(strange.subjects()).toEqual(['14']), { timeout: 5000 })
  const ear = await listen(await t.person(other.id, 'administrator'))
  await emit(other.id, '15')
  await vi.waitFor(() => expect(ear.subjects()).toEqual(['15']), { timeout: 5000 })
  strange.socket.terminate()
  ear.socket.terminate()
})

test('an event of a transaction that commits late is not skipped', async () => {
  const company = await t.company('company')
  const ear = await listen(await t.person(company.id, 'administrator'))
  await t.scopes.withCompany(company.id, async ({ db }) => {
    await db
      .insertInto('live_event')
      .values({ company_id: company.id, kind: 'device.changed', subject_id: '20' })
      .execute()
    // Begins later and commits first.
    await emit(company.id, '21')
  })
  await vi.waitFor(() => expect(ear.subjects()).toEqual(['20', '21']), { timeout: 5000 })
  ear.socket.terminate()
})

test('a ticket opens one stream once', async () => {
  const { data } = await t.operator.call('POST /api/v1/live/ticket')
  const first = await t.app.http.injectWS(`/api/v1/live?ticket=${data.ticket}`)
  let closed: Promise<unknown[]> = Promise.resolve([])
  const onInit: OnInit = (opening) => {
    closed = once(opening, 'close')
  }
  await t.app.http.injectWS(`/api/v1/live?ticket=${data.ticket}`, {}, { onInit })
  const [code] = await closed
  expect(code).toBe(4401)
  first.terminate()
})
