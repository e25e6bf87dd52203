import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { otaRoutes } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => otaRoutes(app, { secrets, filesUrl: 'http://acs.example/' }))
})
afterAll(() => t.stop())

test('limits the drafts of firmware of a company, also for concurrent requests; a finished one frees its place', async () => {
  const { id } = await t.company('company')
  const person = await t.person(id, 'administrator')
  const begin = () => person.call('POST /ota/api/v2/ota/firmware', { version: '1.0', models: ['*'] })
  const drafts = (count: number) =>
    t.adminPool.query(
      `insert into firmware (company_id, version, models, created_by_name)
       select $1, '1.0', '{*}', 'Test' from generate_series(1, $2::int)`,
      [id, count],
    )
  await drafts(48)
  const answers = await Promise.all([begin(), begin(), begin(), begin()])
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(2)
  const refused = answers.filter(({ code }) => code !== 0)
  expect(refused.map(({ status, code }) => [status, code])).toEqual([
    [409, 'firmware.too_many_drafts'],
    [409, 'firmware.too_many_drafts'],
  ])
  expect(refused[0]!.body).toContain('50')
  // Other companies, and released firmware, do not count.
  const other = await t.person((await t.company('company')).id, 'administrator')
  expect((await other.call('POST /ota/api/v2/ota/firmware', { version: '1.0', models: ['*'] })).code).toBe(0)
  const { data } = answers.find(({ code }) => code === 0)!
  await person.call('DELETE /ota/api/v2/ota/firmware/:firmwareId', { firmwareId: data.id })
  expect((await begin()).code).toBe(0)
  expect((await begin()).code).toBe('firmware.too_many_drafts')
})
