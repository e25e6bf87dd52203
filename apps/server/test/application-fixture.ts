import { applicationJobs } from '../src/modules/applications/index.ts'
import type { TestApp, TestPerson } from './test-app.ts'

/** An application that somebody activated, and what of it a machine is given. */
export interface TestApplication {
  readonly id: string
  readonly appId: string
  readonly key: string
}

type ActivatingApp = Pick<TestApp, 'scopes' | 'log' | 'secrets' | 'messages'>

/** What the queue does with the job of an activation. */
export function runActivation(
  t: ActivatingApp,
  companyId: string,
  applicationId: string,
  run = 1,
): Promise<void> {
  const { signal } = new AbortController()
  return applicationJobs(t)['application.activate']!(
    { companyId, applicationId, run },
    { scopes: t.scopes, log: t.log, signal },
  )
}

export async function productId(person: TestPerson, code = 'device_management'): Promise<string> {
  const { data } = await person.call('GET /api/v1/auth/application/products')
  return data.find(({ productCode }) => productCode === code)!.id
}

/** Activates a product for a person's company, and makes its first key. */
export async function makeApplication(
  t: ActivatingApp,
  person: TestPerson,
  permissions: string[] = ['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_EDIT'],
  productCode = 'device_management',
): Promise<TestApplication> {
  const { data } = await person.call('POST /api/v1/auth/application/activate', {
    productId: await productId(person, productCode),
    displayName: 'ERP',
    permissions,
  })
  await runActivation(t, person.companyId, data.applicationId)
  const made = await person.call('POST /api/v1/auth/application/:applicationId/key', {
    applicationId: data.applicationId,
  })
  return { id: data.applicationId, appId: data.appId, key: made.data.key }
}

/** What the token endpoint answers. */
export async function askToken(
  t: Pick<TestApp, 'raw'>,
  appId: string,
  key: string,
  options: { from?: string } = {},
) {
  const answer = await t.raw({
    method: 'POST',
    url: '/api/v1/open/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: appId,
      client_secret: key,
    }).toString(),
    ...options,
  })
  return { ...answer, body: JSON.parse(answer.body) as Record<string, string | number> }
}

export async function tokenOf(t: Pick<TestApp, 'raw'>, { appId, key }: TestApplication): Promise<string> {
  return String((await askToken(t, appId, key)).body['access_token'])
}
