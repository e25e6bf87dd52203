import type { EndpointInput, EndpointKey, EndpointOutput } from '@netward/contract'
import { requestOf } from '@netward/contract/request'

/** The console's API as a person calls it: the demo uses no other way in. */
export class DemoConsole {
  readonly #url: string
  readonly #headers: Record<string, string>

  private constructor(url: string, headers: Record<string, string>) {
    this.#url = url
    this.#headers = headers
  }

  static async signIn(url: string, username: string, password: string): Promise<DemoConsole> {
    const response = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
    })
    const body = (await response.json()) as { code: number | string; message: string; accessToken: string }
    if (body.code !== 0) throw new Error(`sign-in of ${username}: ${body.message}`)
    return new DemoConsole(url, { authorization: `Bearer ${body.accessToken}` })
  }

  /** The first sign-in of somebody whom an administrator made: with a password of their own from then on. */
  static async completeAccount(
    url: string,
    account: { username: string; firstPassword: string; password: string; displayName: string },
  ): Promise<void> {
    const { username, firstPassword, password: newPassword, displayName } = account
    const post = async (path: string, fields: Record<string, string>) => {
      const response = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
      return (await response.json()) as { code: number | string; message: string; data?: { ticket?: string } }
    }
    const { data, message } = await post('/api/v1/auth/login', { username, password: firstPassword })
    if (data?.ticket === undefined) throw new Error(`first sign-in of ${username}: ${message}`)
    const { ticket } = data
    const done = await post('/api/v1/auth/account/complete', { ticket, displayName, newPassword })
    if (done.code !== 0) throw new Error(`account of ${username}: ${done.message}`)
  }

  actingIn(companyId: string): DemoConsole {
    return new DemoConsole(this.#url, { ...this.#headers, 'x-tenant-company-id': companyId, 'x-proxy': '1' })
  }

  /** @throws Error with the server's message when the answer is not a success. */
  async call<K extends EndpointKey>(key: K, input: EndpointInput<K>): Promise<EndpointOutput<K>> {
    const { method, url, payload } = requestOf(key, { ...input })
    const response = await fetch(`${this.#url}${url}`, {
      method,
      headers: { ...this.#headers, 'accept-language': 'zh-cn', 'content-type': 'application/json' },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    })
    const body = (await response.json()) as {
      code: number | string
      message: string
      data: EndpointOutput<K>
    }
    if (body.code !== 0) throw new Error(`${key}: ${body.code} ${body.message}`)
    return body.data
  }
}
