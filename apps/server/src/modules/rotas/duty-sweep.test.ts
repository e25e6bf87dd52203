import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { dutySweep, rotaRoutes } from './index.ts'

let t: TestApp

beforeAll(async () => {
  t = await createTestApp((app) => rotaRoutes(app))
})
afterAll(() => t.stop())

const sweep = () => dutySweep.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })

async function companyWith(names: readonly string[]): Promise<{ admin: TestPerson; ids: string[] }> {
  const { id } = await t.company('company')
  const admin = await t.person(id, 'administrator')
  const ids: string[] = []
  for (const name of names) {
    const { personId } = await t.person(id, 'engineer')
    const { rows } = await t.adminPool.query<{ id: string }>(
      'update member set display_name = $3 where company_id = $1 and person_id = $2 returning id',
      [id, personId, name],
    )
    ids.push(rows[0]!.id)
  }
  return { admin, ids }
}

async function make(admin: TestPerson, turns: readonly (readonly string[])[]): Promise<string> {
  const { data } = await admin.call('POST /monitor/api/v1/alarm/rota', {
    name: 'Network',
    timeZone: 'Asia/Shanghai',
    layers: turns.map((memberIds, at) => ({
      name: `Layer ${at}`,
      startsOn: '2026-01-05',
      period: 'week',
      memberIds: [...memberIds],
    })),
  })
  return data.id
}

async function stored(rotaId: string): Promise<{ name: string | null; due: boolean } | undefined> {
  const { rows } = await t.adminPool.query<{ name: string | null; due: boolean }>(
    `select m.display_name as name, d.until <= now() as due from rota_duty d
     left join member m on m.id = d.member_id where d.rota_id = $1`,
    [rotaId],
  )
  return rows[0]
}

test('a layer whose members have all left holds up no rota, its own or of another company', async () => {
  const left = await companyWith(['Li', 'Wang'])
  const other = await companyWith(['Chen'])
  const rotas = [
    await make(left.admin, [[left.ids[0]!], [left.ids[1]!]]),
    await make(other.admin, [other.ids]),
  ]
  await t.adminPool.query('delete from member where id = $1', [left.ids[0]])
  await sweep()
  expect(await Promise.all(rotas.map(stored))).toMatchObject([{ name: 'Wang' }, { name: 'Chen' }])
  const { data } = await left.admin.call('GET /monitor/api/v1/alarm/rota/:rotaId', { rotaId: rotas[0]! })
  expect(data).toMatchObject({ onDuty: { name: 'Wang' }, gapMinutes: 0, layers: [{ members: [] }, {}] })
})

test('the person before stays on call until a change of the rota is computed', async () => {
  const { admin, ids } = await companyWith(['Li', 'Wang', 'Chen'])
  const rotaId = await make(admin, [ids.slice(0, 1), ids.slice(1)])
  await sweep()
  expect(await stored(rotaId)).toEqual({ name: 'Li', due: false })
  const shift = { startsAt: new Date(Date.now() - 60_000), endsAt: new Date(Date.now() + 3_600_000) }
  await admin.call('POST /monitor/api/v1/alarm/rota/:rotaId/override', {
    rotaId,
    memberId: ids[2]!,
    startsAt: shift.startsAt.toISOString(),
    endsAt: shift.endsAt.toISOString(),
  })
  expect(await stored(rotaId)).toEqual({ name: 'Li', due: true })
  await sweep()
  expect(await stored(rotaId)).toEqual({ name: 'Chen', due: false })
})

test('members who leave, or are enabled again, change who is on call', async () => {
  const { admin, ids } = await companyWith(['Li', 'Wang', 'Chen'])
  const rotaId = await make(admin, [ids.slice(0, 1), ids.slice(1)])
  const set = (status: string) =>
    t.adminPool.query('update member set status = $2 where id = $1', [ids[0], status])
  await set('disabled')
  await sweep()
  expect((await stored(rotaId))?.name).not.toBe('Li')
  await set('enabled')
  expect(await stored(rotaId)).toMatchObject({ due: true })
  await sweep()
  expect(await stored(rotaId)).toEqual({ name: 'Li', due: false })
  await t.adminPool.query('delete from member where id = $1', [ids[2]])
  expect(await stored(rotaId)).toEqual({ name: 'Li', due: true })
})
