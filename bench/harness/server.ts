import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { loadMasterKey } from '../../apps/server/src/platform/master-key.ts'
import { Secrets } from '../../apps/server/src/platform/secrets.ts'
import {
  operatorPassword,
  type ServerProcess,
  startServerProcess,
} from '../../apps/server/test/server-process.ts'
import { completeAccount } from '../../packages/testkit/src/complete-account.ts'

/** Password of members before their first sign-in. */
const firstPassword = 'First-sign-in-7'

/** One session sends what thousands of people do. */
const unlimited = { NETWARD_RATE_PER_PERSON: '0', NETWARD_RATE_PER_ADDRESS: '0' }

/** The benchmark's own server, as `npm start` runs it, on its own data directory. */
export class BenchServer {
  readonly dataDir: string
  #process: ServerProcess | null = null
  #members = 0

  constructor() {
    this.dataDir = mkdtempSync(path.join(tmpdir(), 'netward-bench-'))
    // As root, the embedded database runs as another account, which needs access here.
    chmodSync(this.dataDir, 0o711)
  }

  /** Milliseconds from process start to ready. */
  async start(env: Record<string, string> = {}): Promise<number> {
    const began = performance.now()
    this.#process = await startServerProcess({ NETWARD_DATA_DIR: this.dataDir, ...unlimited, ...env })
    return performance.now() - began
  }

  async stop(): Promise<void> {
    const running = this.#process
    this.#process = null
    await running?.kill('SIGTERM')
  }

  async remove(): Promise<void> {
    await this.stop()
    const database = path.join(this.dataDir, 'database')
    // A symlink where the database account cannot enter the data directory.
    if (existsSync(database)) rmSync(realpathSync(database), { recursive: true, force: true })
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  get pid(): number {
    return this.#running.pid
  }

  get consoleUrl(): string {
    return this.#running.consoleUrl
  }

  get port(): number {
    return Number(new URL(this.consoleUrl).port)
  }

  get acsUrl(): string {
    return this.#running.acsUrl ?? ''
  }

  get #running(): ServerProcess {
    if (!this.#process) throw new Error('the server does not run')
    return this.#process
  }

  /** The superuser of the embedded database. */
  get admin(): pg.ClientConfig {
    const settings = readFileSync(path.join(this.dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8')
    return { host: settings.split('\n')[4] ?? '', port: 5432, user: 'postgres', database: 'netward' }
  }

  get secrets(): Secrets {
    return new Secrets(loadMasterKey(null, this.dataDir))
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(this.admin)
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** Signs in, and returns the headers that the console sends on every call. */
  async signIn(username: string, password: string): Promise<Record<string, string>> {
    const response = await fetch(`${this.consoleUrl}/api/v1/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
    })
    const { accessToken } = (await response.json()) as { accessToken?: string }
    if (accessToken === undefined) throw new Error(`sign-in answered ${response.status}`)
    return { authorization: `Bearer ${accessToken}` }
  }

  signInAsOperator(): Promise<Record<string, string>> {
    return this.signIn('admin', operatorPassword)
  }

  /** Headers of a company's administrator, created by the operator. */
  async administratorOf(companyId: string): Promise<Record<string, string>> {
    const [credentials] = await this.createMembers(companyId, 1)
    const { username = '', password = '' } = credentials ?? {}
    return { ...(await this.signIn(username, password)), 'x-company-id': companyId }
  }

  /** Credentials of a company's administrators, created by the operator. */
  async createMembers(companyId: string, count: number): Promise<Record<'username' | 'password', string>[]> {
    const operator = await this.signInAsOperator()
    const [company] = await this.query<{ code: string }>('select code from company where id = $1', [
      companyId,
    ])
    const made = []
    for (let index = 0; index < count; index += 1) {
      this.#members += 1
      const userName = `bench-${this.#members}`
      const response = await fetch(`${this.consoleUrl}/api/v1/auth/member`, {
        method: 'POST',
        headers: {
          ...operator,
          'content-type': 'application/json',
          'x-tenant-company-id': companyId,
          'x-proxy': '1',
        },
        body: JSON.stringify({
          userName,
          displayName: userName,
          password: firstPassword,
          role: 'administrator',
        }),
      })
      if (response.status !== 200) throw new Error(`creating a member answered ${response.status}`)
      const username = `${userName}@${company?.code}`
      await completeAccount(this.consoleUrl, {
        username,
        firstPassword,
        password: operatorPassword,
        displayName: userName,
      })
      made.push({ username, password: operatorPassword })
    }
    return made
  }
}
