import type { EndpointInput } from '@netward/contract'
import { callbackPath } from '@netward/contract/sign-on-values'
import { createTestApp, type TestApp, type TestPerson } from './test-app.ts'
import { integrationRoutes } from '../src/modules/integrations/index.ts'
import { signOnRoutes } from '../src/modules/sign-on/index.ts'

export const publicUrl = 'https://netward.test'

const textOf = (header: unknown): string => (typeof header === 'string' ? header : '')

/** A browser: it keeps the one cookie, and follows nothing by itself. */
export class TestBrowser {
  cookie: string | null = null
  readonly #app: TestApp
  readonly #from: string

  constructor(
    app: TestApp,
    from = `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
  ) {
    this.#app = app
    this.#from = from
  }

  async open(path: string, form?: Record<string, string>) {
    const answer = await this.#app.raw({
      method: form === undefined ? 'GET' : 'POST',
      url: path.replace(publicUrl, ''),
      headers: {
        ...(this.cookie !== null && { cookie: this.cookie }),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { payload: new URLSearchParams(form).toString() }),
      from: this.#from,
    })
    this.keep(answer.headers)
    return { ...answer, location: textOf(answer.headers['location']) }
  }

  keep(headers: Record<string, unknown>): void {
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = textOf(line).split(';')
      this.cookie = pair.endsWith('=') ? null : pair
    }
  }

  async redeem(ticket: string) {
    const answer = await this.#app.raw({
      method: 'POST',
      url: '/api/v1/auth/sso/redeem',
      headers: this.cookie === null ? {} : { cookie: this.cookie },
      payload: { ticket },
      from: this.#from,
    })
    this.keep(answer.headers)
    return { ...answer, token: (JSON.parse(answer.body) as { accessToken?: string }).accessToken ?? '' }
  }
}

/** What the address of a page says behind its #. */
export const fragmentOf = (location: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(location.split('#')[1]?.split('?')[1] ?? ''))

export const createSignOnApp = (ranges: string[]): Promise<TestApp> =>
  createTestApp((app, deps) => {
    const shared = { ...deps, publicUrl, outgoingRanges: ranges }
    integrationRoutes(app, { secrets: deps.secrets, publicUrl, outgoingRanges: ranges, platformMail: null })
    signOnRoutes(app, shared)
  })

export interface MadeChannel {
  readonly id: string
  readonly publicId: string
  readonly callback: string
}

/** A channel as an administrator makes one. */
export async function makeChannel(
  t: TestApp,
  administrator: TestPerson,
  input: Omit<EndpointInput<'POST /api/v1/integration'>, 'name'> & { name?: string },
): Promise<MadeChannel> {
  const { data } = await administrator.call('POST /api/v1/integration', { name: 'Work', ...input })
  const { rows } = await t.adminPool.query<{ public_id: string }>(
    'select public_id from integration_channel where id = $1',
    [data.id],
  )
  const publicId = rows[0]!.public_id
  return { id: data.id, publicId, callback: `${publicUrl}${callbackPath(publicId)}` }
}

export async function memberIdOf(t: TestApp, person: TestPerson): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where person_id = $1 and company_id = $2',
    [person.personId, person.companyId],
  )
  return rows[0]!.id
}
