import {
  FrameReader,
  frameLimits,
  type ProbeRelease,
  probeProtocol,
  type Proof,
  type RefusedReason,
  type ToProbe,
} from '@netward/collector/probe-frames'
import { probeTokenPrefix } from '@netward/contract/probe-values'
import type { WebSocket } from '@fastify/websocket'
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Duplex } from 'node:stream'
import { hashToken } from '../../../platform/db/scope.ts'
import { cleanText } from '../../../platform/clean-text.ts'
import { AskedTests } from '../../lines/index.ts'
import { type AdmittedRow, hubRepo } from './hub.repo.ts'
import { type LinkDeps, ProbeLink } from './link.ts'
import { keyOfProof } from './proof.ts'
import { readProof } from './read-frame.ts'
import { StreamRefused } from './streams.ts'
import { Turns } from './turns.ts'

export interface HubOptions extends LinkDeps {
  readonly release: () => ProbeRelease | null
  readonly timing?: Partial<HubTiming>
}

export interface HubTiming {
  /** From the challenge to the proof. */
  readonly proofMilliseconds: number
  /** A beat to each probe. */
  readonly beatMilliseconds: number
  readonly followMilliseconds: number
  readonly reportMilliseconds: number
}

const usualTiming: HubTiming = {
  proofMilliseconds: 20_000,
  beatMilliseconds: 30_000,
  followMilliseconds: 2_000,
  reportMilliseconds: 5_000,
}

/** Connections that have not proved themselves yet. After an outage all probes come at once: the rest waits, and comes again. */
const mostUnproved = 2_000
/** Probes that are looked up in the database at once. */
const admittedAtOnce = 8
/** Beats are spread over their interval. */
const beatParts = 30

/** The probes that are connected to this process. */
export class ProbeHub {
  readonly name = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`
  readonly #options: HubOptions
  readonly #timing: HubTiming
  readonly #links = new Map<string, ProbeLink>()
  readonly #turns = new Turns(admittedAtOnce)
  readonly #asked: AskedTests
  #unproved = 0
  #since: string | null = null
  #part = 0
  #timers: NodeJS.Timeout[] = []
  #busy = new Set<string>()
  #stopped = false

  constructor(options: HubOptions) {
    this.#options = options
    this.#timing = { ...usualTiming, ...options.timing }
    const { scopes, secrets, log } = options
    this.#asked = new AskedTests({
      scopes,
      secrets,
      log,
      by: { hub: this.name },
      send: (message, probeId) => this.#links.get(probeId ?? '')?.order(message),
    })
  }

  get connected(): number {
    return this.#links.size
  }

  get foreignSamples(): number {
    return [...this.#links.values()].reduce((sum, { foreignSamples }) => sum + foreignSamples, 0)
  }

  start(): void {
    const { beatMilliseconds, followMilliseconds, reportMilliseconds } = this.#timing
    this.#every('follow', followMilliseconds, () => this.#follow())
    this.#every('tasks', followMilliseconds, () => this.#tasks())
    this.#every('report', reportMilliseconds, () => this.#report())
    this.#every('beat', beatMilliseconds / beatParts, async () => this.#beat())
  }

  /** A socket that has just been opened: it is asked who it is. */
  async accept(socket: WebSocket, address: string | null): Promise<void> {
    socket.on('error', () => socket.terminate())
    if (this.#stopped || this.#unproved >= mostUnproved) return refuse(socket, 'busy')
    this.#unproved++
    try {
      const nonce = randomBytes(32).toString('base64')
      const proof = await this.#proofOf(socket, nonce)
      if (proof === null) return refuse(socket, 'protocol')
      const admitted = await this.#turns.run(() => this.#admit(proof, nonce, address))
      if (typeof admitted === 'string') return refuse(socket, admitted)
      await this.#connect(socket, admitted)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a probe connects later')
      refuse(socket, 'busy')
    } finally {
      this.#unproved--
    }
  }

  /** Ends the connection of a probe, if it is here. Other processes see it within seconds. */
  end(probeId: string): void {
    this.#links.get(probeId)?.end(4410, 'revoked')
  }

  /** A connection to a device over its probe. @throws StreamRefused */
  async open(
    probeId: string,
    address: string,
    port: number,
    options: { timeoutMilliseconds: number; signal?: AbortSignal },
  ): Promise<Duplex> {
    const link = this.#links.get(probeId)
    if (link === undefined) throw new StreamRefused('no_answer')
    return link.streams.open(address, port, options)
  }

  linkOf(probeId: string): ProbeLink | undefined {
    return this.#links.get(probeId)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    const links = [...this.#links.values()]
    this.#links.clear()
    await Promise.allSettled([...links.map((link) => link.stop()), this.#asked.stop()])
    const ids = links.map(({ probe }) => probe.id)
    if (ids.length > 0) await hubRepo.leaves(this.#options.scopes, ids, this.name).catch(() => {})
  }

  #every(what: string, milliseconds: number, work: () => Promise<void>): void {
    const timer = setInterval(() => {
      if (this.#busy.has(what) || this.#stopped) return
      this.#busy.add(what)
      work()
        .catch((error: unknown) =>
          this.#options.log.warn({ err: error, what }, 'the hub of probes tries again'),
        )
        .finally(() => this.#busy.delete(what))
    }, milliseconds)
    timer.unref()
    this.#timers.push(timer)
  }

  /** Null: it sent something else, or nothing in time. */
  #proofOf(socket: WebSocket, nonce: string): Promise<Proof | null> {
    return new Promise((resolve) => {
      const done = (proof: Proof | null) => {
        clearTimeout(timer)
        socket.off('message', onMessage)
        socket.off('close', onClose)
        // What follows the proof waits until somebody reads it.
        socket.pause()
        resolve(proof)
      }
      const onClose = () => done(null)
      const onMessage = (data: Buffer, isBinary: boolean) => {
        if (data.length > frameLimits.proof) return done(null)
        try {
          const found = new FrameReader(frameLimits.proof).take(data, isBinary)
          done(found !== null && 'message' in found ? readProof(found.message) : null)
        } catch {
          done(null)
        }
      }
      const timer = setTimeout(() => done(null), this.#timing.proofMilliseconds)
      socket.on('message', onMessage)
      socket.on('close', onClose)
      say(socket, { kind: 'challenge', protocol: probeProtocol, nonce })
    })
  }

  async #admit(proof: Proof, nonce: string, address: string | null): Promise<AdmittedRow | RefusedReason> {
    const { scopes } = this.#options
    const key = keyOfProof(proof, nonce)
    if (key === null) return 'key'
    let probeId = proof.probeId ?? null
    if (probeId === null) {
      if (proof.token?.startsWith(probeTokenPrefix) !== true) return 'token'
      probeId = await hubRepo.enrol(scopes, hashToken(proof.token), key)
      if (probeId === null) return 'token'
    }
    const row = await hubRepo.admitted(scopes, probeId)
    if (row === undefined || !row.public_key.equals(key)) return 'key'
    await hubRepo.connects(scopes, probeId, this.name, {
      address,
      version: cleanText(proof.version, 40).trim(),
      system: cleanText(proof.system, 200).trim(),
      ranges: proof.ranges,
    })
    return row
  }

  async #connect(socket: WebSocket, probe: AdmittedRow): Promise<void> {
    if (socket.readyState !== socket.OPEN) {
      await hubRepo.leaves(this.#options.scopes, [probe.id], this.name)
      return
    }
    this.#links.get(probe.id)?.end(4409, 'elsewhere')
    const link = new ProbeLink(socket, probe, {
      ...this.#options,
      onTested: (message) => {
        this.#asked.take(message, probe.id)
        this.#options.onTested?.(message)
      },
    })
    this.#links.set(probe.id, link)
    socket.on('message', (data: Buffer, isBinary: boolean) => link.take(data, isBinary))
    socket.on('close', () => void this.#left(link))
    say(socket, { kind: 'welcome', probeId: probe.id, name: probe.name, release: this.#options.release() })
    socket.resume()
    // Changes count from before the plan is read.
    this.#since ??= await hubRepo.horizon(this.#options.scopes)
    await this.#turns.run(() => link.follow())
    link.beat()
  }

  async #left(link: ProbeLink): Promise<void> {
    await link.stop()
    if (this.#links.get(link.probe.id) !== link) return
    this.#links.delete(link.probe.id)
    await hubRepo.leaves(this.#options.scopes, [link.probe.id], this.name).catch(() => {})
  }

  /** What changed since the last time, in the order of transactions. */
  async #follow(): Promise<void> {
    const { scopes } = this.#options
    if (this.#links.size === 0) {
      this.#since = null
      return
    }
    const horizon = await hubRepo.horizon(scopes)
    const changed = await hubRepo.changes(scopes, this.#since ?? horizon)
    await Promise.all(
      changed.flatMap((id) => this.#links.get(id) ?? []).map((link) => this.#turns.run(() => link.follow())),
    )
    this.#since = horizon
  }

  /** What people ask of networks behind probes. */
  async #tasks(): Promise<void> {
    if (this.#links.size === 0) return
    const { scopes } = this.#options
    await this.#asked.follow()
    for (const trial of await hubRepo.trials(scopes, this.name))
      await this.#links.get(trial.probe_id)?.tasks.try(trial)
    const scans = new Map((await hubRepo.scans(scopes, this.name)).map((one) => [one.probe_id, one.ranges]))
    for (const [id, link] of this.#links) {
      const ranges = scans.get(id)
      if (ranges !== undefined || link.tasks.isScanning) link.tasks.followScans(ranges ?? [])
    }
  }

  async #report(): Promise<void> {
    const reports = [...this.#links.values()].flatMap((link) => link.takeReport() ?? [])
    if (reports.length === 0) return
    for (const id of await hubRepo.beats(this.#options.scopes, this.name, reports)) this.end(id)
  }

  #beat(): void {
    this.#part = (this.#part + 1) % beatParts
    for (const [id, link] of this.#links)
      if (Number(BigInt(id) % BigInt(beatParts)) === this.#part) link.beat()
  }
}

function say(socket: WebSocket, message: ToProbe): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}

function refuse(socket: WebSocket, reason: RefusedReason): void {
  say(socket, { kind: 'refused', reason })
  socket.resume()
  socket.close(4403, reason)
  setTimeout(() => socket.terminate(), 2_000).unref()
}
