import type { TerminalMessage } from '@netward/contract/terminal-values'
import { vi } from 'vitest'
import { orderRoutes } from '../src/modules/orders/index.ts'
import { TerminalKeeper, terminalRoutes } from '../src/modules/terminal/index.ts'
import { arrangeGateway } from './devices.ts'
import { createTestApp, type TestApp, type TestPerson } from './test-app.ts'

interface Way {
  port: number
  protocol?: 'ssh' | 'telnet'
  password?: string
  encoding?: 'utf8' | 'gbk'
}

/** The listening server with terminals, and helpers of their tests. */
export class TerminalFixture {
  readonly t: TestApp
  readonly keeper: TerminalKeeper
  /** Permitted connection targets. */
  readonly ranges: string[]
  /** Milliseconds by which the keeper's clock is ahead. */
  readonly clock: { ahead: number }
  readonly #base: string

  private constructor(
    t: TestApp,
    keeper: TerminalKeeper,
    ranges: string[],
    clock: { ahead: number },
    base: string,
  ) {
    this.t = t
    this.keeper = keeper
    this.ranges = ranges
    this.clock = clock
    this.#base = base
  }

  /** @param maxRecorded bytes of a recording: as outside of tests, when left out */
  static async start(maxRecorded?: number): Promise<TerminalFixture> {
    const ranges = ['127.0.0.0/8']
    const clock = { ahead: 0 }
    let keeper: TerminalKeeper | undefined
    const t = await createTestApp((app, { scopes, secrets, messages, log }) => {
      keeper = new TerminalKeeper(
        { scopes, secrets, deviceRanges: ranges },
        log,
        () => Date.now() + clock.ahead,
        maxRecorded,
      )
      terminalRoutes(app, { secrets, messages, keeper })
      orderRoutes(app)
    })
    const url = await t.app.http.listen({ host: '127.0.0.1', port: 0 })
    return new TerminalFixture(t, keeper!, ranges, clock, url.replace('http', 'ws'))
  }

  async stop(): Promise<void> {
    await this.keeper.stop()
    await this.t.stop()
  }

  async administrator(): Promise<TestPerson> {
    return this.t.person((await this.t.company('company')).id, 'administrator')
  }

  /** A gateway last seen at `address`, without access settings. */
  async gateway(companyId: string, address: string | null = '127.0.0.1'): Promise<string> {
    return arrangeGateway(this.t, companyId, { last_address: address })
  }

  /** The same, with access settings `way`. */
  async arrange(person: TestPerson, way: Way, address: string | null = '127.0.0.1'): Promise<string> {
    const deviceId = await this.gateway(person.companyId, address)
    const { protocol = 'ssh', password = 'right-pass', port, encoding = 'utf8' } = way
    const set = await person.call('PUT /api/v1/device/:deviceId/terminal/access', {
      deviceId,
      protocol,
      port,
      encoding,
      username: 'root',
      secret: { kind: 'password', password },
    })
    if (set.code !== 0) throw new Error(`the way in: ${set.code}`)
    return deviceId
  }

  attach(ticket: string, query = '') {
    const socket = new WebSocket(this.streamUrl(ticket, query))
    socket.binaryType = 'arraybuffer'
    const seen = { text: '', messages: [] as TerminalMessage[], code: 0 }
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') seen.messages.push(JSON.parse(data) as TerminalMessage)
      else seen.text += Buffer.from(data as ArrayBuffer).toString('utf8')
    })
    socket.addEventListener('close', ({ code }) => {
      seen.code = code
    })
    return {
      socket,
      seen,
      type: (text: string) => socket.send(Buffer.from(text)),
      say: (message: object) => socket.send(JSON.stringify(message)),
      shows: (text: string) => until(() => seen.text.includes(text), `"${text}" is not shown`),
      received: (message: object) =>
        until(
          () => seen.messages.some((one) => isLike(one, message)),
          `${JSON.stringify(message)} is not received`,
        ),
      over: () =>
        vi.waitFor(() => {
          const last = seen.messages.at(-1)
          if (last?.type !== 'over') throw new Error('still open')
          return last
        }, 10_000),
    }
  }

  streamUrl(ticket: string, query = ''): string {
    return `${this.#base}/api/v1/device/terminal/stream?ticket=${ticket}${query}`
  }

  async open(person: TestPerson, deviceId: string, input: { encoding?: 'gbk'; password?: string } = {}) {
    const { data, code } = await person.call('POST /api/v1/device/:deviceId/terminal', {
      deviceId,
      reason: 'the line is slow',
      ...input,
    })
    if (code !== 0) throw new Error(`opening: ${code}`)
    return { ...data, ...this.attach(data.ticket, '&columns=100&rows=30') }
  }

  /** A session's list entry, once it is over. */
  async record(person: TestPerson, terminalId: string) {
    return vi.waitFor(async () => {
      const { data } = await person.call('POST /api/v1/device/terminal/lists', {})
      const found = data.items.find(({ id }) => id === terminalId)
      if (found?.state !== 'ended' && found?.state !== 'failed') throw new Error('still open')
      return found
    }, 10_000)
  }

  async recording(person: TestPerson, terminalId: string): Promise<unknown[]> {
    const lines: unknown[] = []
    const from = async (after: number): Promise<void> => {
      const { data } = await person.call('GET /api/v1/device/terminal/:terminalId/recording', {
        terminalId,
        after,
      })
      for (const line of data.content.split('\n')) if (line !== '') lines.push(JSON.parse(line) as unknown)
      if (data.next !== null) await from(data.next)
    }
    await from(-1)
    return lines
  }
}

/** All text shown in a recording. */
export function shownIn(lines: readonly unknown[]): string {
  return (lines.slice(1) as [number, string, string][])
    .filter(([, kind]) => kind === 'o')
    .map(([, , text]) => text)
    .join('')
}

function until(holds: () => boolean, otherwise: string): Promise<void> {
  return vi.waitFor(() => {
    if (!holds()) throw new Error(otherwise)
  }, 10_000)
}

/** Whether a message contains at least the expected fields. */
function isLike(message: object, expected: object): boolean {
  const said = Object.entries(message)
  return Object.entries(expected).every(([name, value]) =>
    said.some(([key, one]) => key === name && JSON.stringify(one) === JSON.stringify(value)),
  )
}
