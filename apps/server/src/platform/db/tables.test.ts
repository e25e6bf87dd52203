import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableTypes } from '../../../test/table-types.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.stop())

test('the types of tables are those of the database', async () => {
  const client = await t.adminPool.connect()
  try {
    const { company, tree, platform } = t.roles
    await expect(await tableTypes(client, [company, tree, platform])).toMatchFileSnapshot('./tables.ts')
  } finally {
    client.release()
  }
})
