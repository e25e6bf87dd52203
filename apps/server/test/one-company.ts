import { afterAll, beforeAll } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'

/** What a file of tests needs that asks the database alone, there from its first test to its last. */
export function oneCompany(): { readonly t: TestApp; readonly companyId: string } {
  const made = {} as { t: TestApp; companyId: string }
  beforeAll(async () => {
    made.t = await createTestApp()
    made.companyId = (await made.t.company('company')).id
  })
  afterAll(() => made.t.stop())
  return made
}
