import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { otaRoutes } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => otaRoutes(app, { secrets, filesUrl: 'http://acs.example/' }))
})
afterAll(() => t.stop())

const list = async (who: TestPerson, query = {}) =>
  (await who.call('POST /ota/api/v2/ota/firmware/lists', { sort: 'version', ...query })).data
const versionsOf = async (who: TestPerson, query = {}) =>
  (await list(who, query)).items.map(({ version }) => version)
const made = async (who: TestPerson, version: string) =>
  (await who.call('POST /ota/api/v2/ota/firmware', { version, models: ['M1'] })).data.id
/** Released without the upload of a file. */
const release = (id: string) =>
  t.adminPool.query(
    `with f as (insert into file (company_id, name, media_type, size, sha256)
       select company_id, md5(random()::text) || '.bin', 'application/octet-stream', 1, '\\x00' from firmware where id = $1
       returning id)
     update firmware set state = 'released', file_id = (select id from f), file_name = 'f.bin', size = 1,
       sha256 = '\\x00' where id = $1`,
    [id],
  )

async function estate() {
  const msp = await t.company('middleman')
  const boss = await t.person(msp.id, 'administrator')
  const [one, two] = [await t.company('company', msp.id), await t.company('company', msp.id)]
  const admin = await t.person(one.id, 'administrator')
  const own = await made(boss, '1-msp')
  const first = await made(admin, '2-first')
  const second = await made(await t.person(two.id, 'administrator'), '3-second')
  return { msp, boss, one, two, admin, own, first, second }
}

test('firmware of companies below is listed from above with its company; that of the MSP only once released', async () => {
  const { msp, boss, one, two, admin, own } = await estate()
  expect(await versionsOf(boss)).toEqual(['1-msp', '2-first', '3-second'])
  expect((await list(boss)).items).toMatchObject([
    { companyId: msp.id, inherited: false },
    { companyId: one.id, companyName: expect.stringMatching(/^Company /), inherited: false },
    { companyId: two.id, inherited: false },
  ])
  expect(await versionsOf(boss, { companyId: two.id })).toEqual(['3-second'])
  expect(await versionsOf(boss, { sort: '-version', pageSize: 1, page: 2 })).toEqual(['2-first'])
  expect(await versionsOf(boss, { usable: true })).toEqual(['1-msp'])
  expect(await versionsOf(boss.actingIn(one.id))).toEqual(['2-first'])
  expect(await versionsOf(t.operator, { companyId: two.id })).toEqual(['3-second'])
  expect(await versionsOf(admin)).toEqual(['2-first'])
  await release(own)
  expect((await list(admin)).items).toMatchObject([
    { version: '1-msp', inherited: true },
    { version: '2-first', inherited: false },
  ])
  const { body } = await boss.call('POST /ota/api/v2/ota/firmware/lists/export', { sort: 'version' })
  expect(body.split('\r\n').filter((line) => line.includes('Company '))).toHaveLength(3)
})

test('an MSP reads and withdraws the firmware of a customer inside its company, and another MSP does not find it', async () => {
  const { msp, boss, one, admin, first: firmwareId } = await estate()
  const strange = await estate()
  for (const who of [strange.boss, strange.admin]) {
    for (const call of [
      who.call('GET /ota/api/v2/ota/firmware/:firmwareId', { firmwareId }),
      who.call('POST /ota/api/v2/ota/firmware/:firmwareId/move', { firmwareId, move: 'withdraw' }),
      who.call('DELETE /ota/api/v2/ota/firmware/:firmwareId', { firmwareId }),
    ]) {
      expect(await call).toMatchObject({ code: 'firmware.not_found' })
    }
  }
  expect((await boss.call('GET /ota/api/v2/ota/firmware/:firmwareId', { firmwareId })).data).toMatchObject({
    version: '2-first',
    companyId: one.id,
  })
  await release(firmwareId)
  const withdraw = { firmwareId, move: 'withdraw' } as const
  expect(await boss.call('POST /ota/api/v2/ota/firmware/:firmwareId/move', withdraw)).toMatchObject({
    data: { state: 'withdrawn' },
  })
  expect((await list(admin)).items).toMatchObject([{ state: 'withdrawn' }])
  const { rows } = await t.adminPool.query(
    `select company_id::text as id from audit_log where action = 'firmware.moved' and subject_id = $1 order by company_id`,
    [firmwareId],
  )
  // Of both: who acts inside a company is seen there, and at home.
  expect(rows).toEqual([{ id: msp.id }, { id: one.id }])
})

test('firmware of a customer without access consent is read-only, as is platform firmware for lower levels', async () => {
  const { boss, one, first: firmwareId } = await estate()
  await t.adminPool.query(`insert into acting_consent (company_id, mode) values ($1, 'never')`, [one.id])
  expect(await versionsOf(boss)).toContain('2-first')
  expect(await boss.call('DELETE /ota/api/v2/ota/firmware/:firmwareId', { firmwareId })).toMatchObject({
    code: 'acting.never',
  })
  const shared = await made(t.operator, '0-platform')
  await release(shared)
  expect((await list(boss)).items[0]).toMatchObject({ version: '0-platform', inherited: true })
  expect(
    await boss.call('POST /ota/api/v2/ota/firmware/:firmwareId/move', {
      firmwareId: shared,
      move: 'withdraw',
    }),
  ).toMatchObject({ code: 'firmware.not_found' })
})
