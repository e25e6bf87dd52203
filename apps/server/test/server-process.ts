import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { EndpointInput, EndpointKey, EndpointOutput } from '@netward/contract'
import { requestOf } from '@netward/contract/request'
import type { Answered } from './test-app.ts'

const main = fileURLToPath(new URL('../src/main.js', import.meta.url))
const endWithParent = import.meta.resolve('./end-with-parent.js')

/** A server as `npm start` runs it, in its own process, on free ports. */
export interface ServerProcess {
  readonly consoleUrl: string
  /** Null without the acs role. */
  readonly acsUrl: string | null
  readonly pid: number
  readonly output: () => string
  /** Resolves with the exit code, null if ended by a signal. */
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null>
}

export const operatorPassword = 'Operator-Test-1'

/** @throws Error with the full output if the process ends before it is ready. */
export async function startServerProcess(
  env: Record<string, string>,
  args: string[] = [],
): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=32', '--import', endWithParent, main, ...args],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        NETWARD_PORT: '0',
        NETWARD_ACS_PORT: '0',
        NETWARD_ADMIN_PASSWORD: operatorPassword,
        // A test that polls for many gateways exceeds what a person may send.
        NETWARD_RATE_PER_PERSON: '0',
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const collect = (chunk: Buffer) => {
    output += String(chunk)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  await ready(child, () => output)
  return {
    consoleUrl: urlAfter(output, 'Netward')!,
    acsUrl: urlAfter(output, 'TR-069'),
    pid: child.pid!,
    output: () => output,
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exit = once(child, 'exit') as Promise<[number | null]>
      child.kill(signal)
      return (await exit)[0]
    },
  }
}

function urlAfter(output: string, word: string): string | null {
  return new RegExp(`^ *${word} +(https?://\\S+)`, 'm').exec(output)?.[1]?.replace(/\/$/, '') ?? null
}

/** The greeting ends with an empty line after the addresses. */
function ready(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (/Netward +http[^\n]*\n(?:[^\n]+\n)*\n/.test(output())) resolve()
    }
    child.stdout?.on('data', look)
    child.once('exit', (code) =>
      reject(new Error(`the server ended with ${code} before it was ready:\n${output()}`)),
    )
    child.once('error', reject)
  })
}

/** Calls of a person signed in at a server process. */
export class ApiClient {
  readonly #url: string
  readonly #headers: Record<string, string>

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url
    this.#headers = headers
  }

  static async signIn(url: string, username: string, password: string): Promise<ApiClient> {
    const response = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
    })
    const body = (await response.json()) as { code: number | string; accessToken: string }
    if (body.code !== 0) throw new Error(`sign-in answered ${body.code}`)
    return new ApiClient(url, { authorization: `Bearer ${body.accessToken}` })
  }

  /** The same session at another process of the same installation. */
  at(url: string): ApiClient {
    return new ApiClient(url, this.#headers)
  }

  actingIn(companyId: string): ApiClient {
    return new ApiClient(this.#url, { ...this.#headers, 'x-tenant-company-id': companyId, 'x-proxy': '1' })
  }

  async call<K extends EndpointKey>(key: K, input?: EndpointInput<K>): Promise<Answered<EndpointOutput<K>>> {
    const { method, url, payload } = requestOf(key, { ...input })
    const response = await fetch(`${this.#url}${url}`, {
      method,
      headers: {
        ...this.#headers,
        'accept-language': 'en-us',
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    })
    const body = await response.text()
    const parsed = (body.startsWith('{') ? JSON.parse(body) : {}) as Answered<EndpointOutput<K>>
    return { ...parsed, status: response.status, headers: Object.fromEntries(response.headers), body }
  }
}
