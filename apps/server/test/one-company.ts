import { afterAll, beforeAll } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'

/** Fixture for database-only test files, from the first test to the last. */
export function oneCompany(): { readonly t: TestApp; readonly companyId: string } {
  const made = {} as { t: TestApp; companyId: string }
  beforeAll(async () => {
    made.t = await createTestApp()
    made.companyId = (await made.t.company('company')).id
  })
  afterAll(() => made.t.stop())
  return made
}
