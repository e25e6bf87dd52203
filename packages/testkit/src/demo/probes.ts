import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ProbeIdentity, SimulatedProbe } from '../probe/simulated-probe.ts'
import type { DemoConsole } from './console.ts'
import { LivingLine } from './living-line.ts'
import { monitoredDevices } from './monitored.ts'

/** Where packets of the demo's lines go: addresses of documentation, which nobody has. */
const targets = { ispHost: '198.51.100.53', businessHost: '203.0.113.200' } as const
const site = '上海虹桥店'
const minute = 60_000
const againMs = 5_000
const program = fileURLToPath(new URL('../../../../apps/probe/src/main.ts', import.meta.url))

interface Known {
  readonly simulated: Record<string, ProbeIdentity>
}

interface Place {
  readonly outletId: string
  readonly outletName: string
  readonly lineId: string
}

/** The probes of the demo: one simulated at each outlet with a line, and a real one in front of the devices of one. */
export class DemoProbes {
  readonly #consoleUrl: string
  readonly #file: string
  readonly #beganAt = Date.now()
  readonly #known: Known
  readonly #connected = new Map<string, SimulatedProbe>()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #measured = new Set<string>()
  #number = 0
  #real: ChildProcess | null = null
  #stopped = false

  /** @param stateFile of the demo: what probes keep lies beside it */
  constructor(consoleUrl: string, stateFile: string) {
    this.#consoleUrl = consoleUrl
    this.#file = path.join(path.dirname(stateFile), 'demo-probes.json')
    this.#known = existsSync(this.#file)
      ? (JSON.parse(readFileSync(this.#file, 'utf8')) as Known)
      : { simulated: {} }
  }

  /** Adds the missing probes of a company, and powers on all of them. */
  async start(inside: DemoConsole): Promise<void> {
    for (const place of await placesOf(inside)) {
      const line = new LivingLine(this.#number++, this.#beganAt)
      const token = await this.#tokenFor(inside, place)
      if (token === '') continue
      await inside.call('PUT /dial/api/v1/line/:lineId/measuring', {
        lineId: place.lineId,
        profile: null,
        ...targets,
      })
      await this.#connect(place.lineId, line, token)
    }
  }

  /** The program itself, in a process of its own: the devices of a site, and terminals to them, go through it. */
  async startReal(inside: DemoConsole): Promise<void> {
    const state = path.join(path.dirname(this.#file), 'demo-probe')
    const enrolment: string[] = []
    const range = monitoredDevices
      .find((one) => one.site === site)
      ?.address.split('.')
      .with(3, '0')
    if (range === undefined) return
    const ranges = [`${range.join('.')}/24`]
    if (!existsSync(path.join(state, 'identity.json'))) {
      const { items } = await inside.call('POST /api/v1/outlet/lists', { search: site, pageSize: 10 })
      const outletId = items.find(({ name }) => name === site)?.id
      if (outletId === undefined) return
      const outlets = [{ outletId, ranges, isSite: false }]
      const { token } = await inside.call('POST /dial/api/v1/probe', { name: `${site}设备采集`, outlets })
      enrolment.push('--server', this.#consoleUrl, '--token', token, '--allow-loopback')
      for (const one of ranges) enrolment.push('--range', one)
    }
    this.#real = spawn(process.execPath, [program, 'run', '--state', state, ...enrolment], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const probe of this.#connected.values()) probe.close()
    const real = this.#real
    if (real === null || real.exitCode !== null || real.signalCode !== null) return
    const gone = once(real, 'exit')
    real.kill('SIGTERM')
    await gone
  }

  /** Null: it has enrolled. Empty: somebody deleted or revoked it. */
  async #tokenFor(inside: DemoConsole, { outletId, outletName, lineId }: Place): Promise<string | null> {
    if (this.#known.simulated[lineId] !== undefined) return null
    const { items } = await inside.call('POST /dial/api/v1/probe/lists', {
      outletId,
      pageSize: 10,
    })
    const name = `${outletName}探针`
    if (items.some((probe) => probe.name === name)) return ''
    const outlets = [{ outletId, ranges: ['192.168.1.0/24'], isSite: true }]
    return (await inside.call('POST /dial/api/v1/probe', { name, outlets })).token
  }

  async #connect(lineId: string, line: LivingLine, token: string | null): Promise<void> {
    const known = this.#known.simulated[lineId]
    const probe = await SimulatedProbe.connect({
      server: this.#consoleUrl,
      ...(known === undefined ? { token: token ?? '' } : { known }),
      ranges: ['192.168.1.0/24'],
      system: 'linux arm64, Node 24.3.0',
      beat: { memory: 58_000_000 + 700_000 * (this.#number % 9), devices: 0 },
      onOrder: (order) => {
        if (order.kind !== 'test') return
        const results = line.results(order.line, Date.now())
        probe.say({
          kind: 'collector',
          message: { kind: 'tested', requestId: order.requestId, results, done: true },
        })
      },
      onClosed: () => {
        this.#connected.delete(lineId)
        // Revoked ones are refused again and again, as slowly as real ones.
        if (!this.#stopped) setTimeout(() => void this.#again(lineId, line), againMs).unref()
      },
    })
    this.#connected.set(lineId, probe)
    if (known === undefined) this.#keep(lineId, probe.identity)
    this.#measure(lineId, line)
  }

  async #again(lineId: string, line: LivingLine): Promise<void> {
    await this.#connect(lineId, line, null).catch(() => {
      if (!this.#stopped) setTimeout(() => void this.#again(lineId, line), 12 * againMs).unref()
    })
  }

  #measure(lineId: string, line: LivingLine): void {
    if (this.#measured.has(lineId)) return
    this.#measured.add(lineId)
    const round = () => {
      const probe = this.#connected.get(lineId)
      const plan = probe?.lines.get(lineId)
      if (probe === undefined || plan === undefined) return
      const { polls, facts } = line.test(plan, Date.now())
      if (polls.length > 0) void probe.write(polls)
      if (facts.length > 0) void probe.writeLineFacts(facts)
    }
    round()
    this.#timers.push(setInterval(round, minute))
  }

  #keep(lineId: string, identity: ProbeIdentity): void {
    this.#known.simulated[lineId] = identity
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#known), { mode: 0o600 })
    renameSync(`${this.#file}.new`, this.#file)
  }
}

/** The first line of each outlet: by it a probe that stands there goes out. */
async function placesOf(inside: DemoConsole): Promise<Place[]> {
  const { items } = await inside.call('POST /api/v1/outlet/line/lists', { pageSize: 200 })
  const places = new Map<string, Place>()
  for (const { id: lineId, outletId, outletName } of items.toSorted((a, b) => Number(a.id) - Number(b.id)))
    if (!places.has(outletId)) places.set(outletId, { outletId, outletName, lineId })
  return [...places.values()]
}
