import { applicationJobs } from '../src/modules/applications/index.ts'
import type { TestApp, TestPerson } from './test-app.ts'

/** An activated application, and the credentials a machine receives. */
export interface TestApplication {
  readonly id: string
  readonly appId: string
  readonly key: string
}

type ActivatingApp = Pick<TestApp, 'scopes' | 'log' | 'secrets' | 'messages'>

/** Runs the activation job as the queue does. */
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

/** Takes the application away that came with the package, as if its company had deleted it. */
export async function withoutApplication(
  t: Pick<TestApp, 'adminPool'>,
  companyId: string,
  productCode = 'device_management',
): Promise<void> {
  await t.adminPool.query(
    `update application a set state = 'deleted' from product p
     where p.id = a.product_id and p.code = $2 and a.company_id = $1`,
    [companyId, productCode],
  )
}

/** The application of a product, activated where the package brought none, with its permissions and its first key. */
export async function makeApplication(
  t: ActivatingApp,
  person: TestPerson,
  permissions: string[] = ['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_EDIT'],
  productCode = 'device_management',
): Promise<TestApplication> {
  const { data: listed } = await person.call('POST /api/v1/auth/application/lists', {})
  let applicationId = listed.items.find((one) => one.productCode === productCode)?.id
  if (applicationId === undefined) {
    const { data } = await person.call('POST /api/v1/auth/application/activate', {
      productId: await productId(person, productCode),
      displayName: 'ERP',
      permissions,
    })
    applicationId = data.applicationId
    await runActivation(t, person.companyId, applicationId)
  } else {
    await person.call('POST /api/v1/auth/application/edit', {
      applicationId,
      displayName: 'ERP',
      permissions,
    })
  }
  const made = await person.call('POST /api/v1/auth/application/:applicationId/key', { applicationId })
  return { id: applicationId, appId: made.data.appId, key: made.data.key }
}

/** The token endpoint's response. */
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
