import type { EndpointInput, EndpointKey, EndpointOutput } from '@netward/contract'
import { requestOf } from '@netward/contract/request'

/** The console's API as a user calls it: the demo's only interface. */
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

  actingIn(companyId: string): DemoConsole {
    return new DemoConsole(this.#url, { ...this.#headers, 'x-tenant-company-id': companyId, 'x-proxy': '1' })
  }

  /** @throws Error with the server's message unless the answer is a success. */
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

  /** An endpoint that answers with lines of JSON: all of them. @throws Error with the server's message when it is refused. */
  async lines<K extends EndpointKey>(key: K, input: EndpointInput<K>): Promise<EndpointOutput<K>[]> {
    const { method, url, payload } = requestOf(key, { ...input })
    const response = await fetch(`${this.#url}${url}`, {
      method,
      headers: { ...this.#headers, 'accept-language': 'zh-cn', 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
    const text = await response.text()
    if (!response.headers.get('content-type')?.includes('ndjson'))
      throw new Error(`${key}: ${text.slice(0, 300)}`)
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as EndpointOutput<K>)
  }

  /** Uploads a file to an API path. @throws Error with the server's message when it is refused. */
  async upload(path: string, fileName: string, content: Buffer): Promise<void> {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(content)]), fileName)
    const response = await fetch(this.#url + path, { method: 'POST', headers: this.#headers, body })
    const { code, message } = (await response.json()) as { code: number | string; message: string }
    if (code !== 0) throw new Error(`POST ${path}: ${code} ${message}`)
  }
}
