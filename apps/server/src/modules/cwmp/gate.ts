import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  CwmpParseError,
  type Decoded,
  decodeEnvelope,
  identify,
  type Inform,
  negotiateVersion,
} from '@netward/cwmp'
import { LRUCache } from 'lru-cache'
import type { Sender } from '../../platform/forwarded.ts'
import type { Logger } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AcsConfig, AcsLimits } from './acs-config.ts'
import type { Caller, Enrolment, KnownGateway, OpenClaim, PoolCandidate } from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import { Buffered, Batcher } from './batcher.ts'
import { Callers, candidateOf, type Proof, type Verdict } from './callers.ts'
import { mayCarrySecrets } from './credentials.ts'
import { type BasicAnswer, type DigestAnswer, parseAuthorization } from './digest.ts'
import type { Exchanges } from './exchanges.ts'
import { deviceText } from './facts.ts'
import { charsetOf, sendAway, sendChallenge } from './http-messages.ts'
import { Nonces } from './nonces.ts'
import { OpenChallenges } from './open-challenges.ts'
import { SourceCounter } from './source-limits.ts'

export interface Arrival {
  request: IncomingMessage
  response: ServerResponse
  body: Buffer
  /** The gateway's address: the peer, or the one that a trusted proxy forwards. */
  address: string
  encrypted: boolean
  sender: Pick<Sender, 'forwarded'>
  path: string
  token: string | null
  /** Identities that its certificate names. */
  certificate: readonly string[]
}

export interface Admitted {
  gateway: KnownGateway
  proof: Proof
  envelope: Decoded & { message: Inform }
}

export interface GateDeps {
  repo: AcsRepo
  secrets: Secrets
  log: Logger
  exchanges: Exchanges
  limits: AcsLimits
  config: Pick<AcsConfig, 'enrolment' | 'allowPlainSecrets'>
}

/** Challenges whose Inform is kept until they are answered, and the maximum size of such an Inform. */
const rememberedChallenges = 4_000
const rememberedBytes = 16 * 1024
const claimsFreshMilliseconds = 1_000

/** Admits authenticated callers; answers all others itself, all alike. */
export class Gate {
  readonly #deps: GateDeps
  readonly #nonces: Nonces
  readonly #callers: Callers
  readonly #resolver: Batcher<Caller, KnownGateway | null>
  readonly #enrolments: Batcher<Buffer, Enrolment | null>
  readonly #challenges: OpenChallenges
  readonly #pool: Buffered<PoolCandidate>
  readonly #wrong: SourceCounter
  readonly #unanswered: SourceCounter
  readonly #mismatchesReported = new LRUCache<string, true>({ max: 10_000, ttl: 3_600_000 })
  readonly #refusedKept = new LRUCache<string, true>({ max: 20_000, ttl: 60_000 })
  #claims: readonly OpenClaim[] = []
  #claimsAt = 0
  #claimsUnderWay: Promise<readonly OpenClaim[]> | null = null

  constructor(deps: GateDeps) {
    const { repo, limits, log } = deps
    this.#deps = deps
    this.#nonces = new Nonces(deps.secrets.derive('acs nonce'))
    this.#resolver = new Batcher((keys) => repo.resolve(keys), { milliseconds: 3, largest: 256, lanes: 2 })
    this.#enrolments = new Batcher((hashes) => enrolmentsOf(repo, hashes), {
      milliseconds: 3,
      largest: 256,
      lanes: 2,
    })
    this.#callers = new Callers({
      repo,
      secrets: deps.secrets,
      enrolment: deps.config.enrolment,
      resolve: (key) => this.#resolver.add(key),
      enrolmentOf: (tokenHash) => this.#enrolments.add(tokenHash),
      openClaims: () => this.#openClaims(),
    })
    this.#challenges = new OpenChallenges(limits.challengeMilliseconds, {
      most: rememberedChallenges,
      perSource: limits.challengesPerSource,
    })
    const most = {
      perSource: limits.poolPerSource,
      room: limits.poolRoom,
      perCompany: limits.poolPerCompany,
    }
    this.#pool = new Buffered('pool', (seen) => repo.pool(seen, most), log, {
      milliseconds: 500,
      most: 5_000,
    })
    this.#wrong = new SourceCounter(limits.wrongAnswersPerMinute)
    this.#unanswered = new SourceCounter(limits.wrongAnswersPerMinute * 5)
  }

  /** Too many wrong answers from there: blocked for the rest of the minute. */
  isShut(address: string): boolean {
    return this.#wrong.exceeded(address, Date.now())
  }

  challenge(response: ServerResponse, to: { address: string; encrypted: boolean; stale: boolean }): string {
    const nonce = this.#nonces.issue(to.address, Date.now())
    sendChallenge(response, nonce, { stale: to.stale, basic: to.encrypted })
    return nonce
  }

  /** Null: refused, and answered. */
  async enter(arrival: Arrival): Promise<Admitted | null> {
    const { request, response, address, encrypted } = arrival
    const answer = this.#answerOf(request, address, encrypted)
    if (answer === 'stale') {
      this.challenge(response, { address, encrypted, stale: true })
      return null
    }
    // Most calls come without credentials first: their body is not read unless callers without credentials
    // may be admitted.
    const { token, path, certificate } = arrival
    const known = answer !== null || token !== null || certificate.length > 0
    if (!known && (await this.#openClaims()).length === 0) {
      this.#challengeUnread(arrival)
      return null
    }
    const envelope = this.#readInform(arrival)
    if (envelope === null) return null
    const { message: inform } = envelope
    const { version } = negotiateVersion(envelope.namespace, envelope.header.supportedVersions)
    const verdict = await this.#callers.judge({
      inform,
      version,
      address,
      mayCarrySecrets: mayCarrySecrets(this.#deps.config, {
        address,
        encrypted,
        forwarded: arrival.sender.forwarded,
      }),
      path,
      token,
      answer,
      certificate,
    })
    if (verdict.kind === 'admitted') return { gateway: verdict.gateway, proof: verdict.proof, envelope }
    if (verdict.kind === 'challenge') {
      const nonce = this.challenge(response, { address, encrypted, stale: false })
      const { unanswered, candidate } = verdict
      if (unanswered === null && candidate === null) return null
      this.#challenges.add(nonce, address, () => {
        if (candidate !== null) this.#addCandidate(candidate)
        unanswered?.().catch((error: unknown) =>
          this.#deps.log.warn({ err: error }, 'an unanswered challenge'),
        )
      })
      return null
    }
    if (verdict.kind === 'mismatch') {
      this.#wrong.count(address, Date.now())
      this.#reportMismatch(verdict, arrival)
      // No credentials would help: none are requested.
      sendAway(response, 403)
      return null
    }
    if (verdict.kind === 'waits') {
      this.#addCandidate(verdict.candidate)
      this.challenge(response, { address, encrypted, stale: false })
      return null
    }
    this.#wrong.count(address, Date.now())
    if (verdict.candidate !== null) this.#addCandidate(verdict.candidate)
    if (verdict.gateway !== null) this.#keepRefused(verdict.gateway, arrival)
    this.challenge(response, { address, encrypted, stale: false })
    return null
  }

  flush(): Promise<void> {
    return this.#pool.flush()
  }

  async close(): Promise<void> {
    this.#challenges.close()
    await this.#pool.close()
  }

  /** `stale`: the nonce is invalid, or this answer was used before, so a new one is issued. */
  #answerOf(
    request: IncomingMessage,
    address: string,
    encrypted: boolean,
  ): DigestAnswer | BasicAnswer | null | 'stale' {
    const answer = parseAuthorization(request.headers.authorization)
    if (answer === null) return null
    // In clear text it would reveal the password on the whole path.
    if (answer.scheme === 'basic') return encrypted ? answer : null
    const now = Date.now()
    if (this.#nonces.check(answer.nonce, address, now) !== 'good') return 'stale'
    this.#challenges.answered(answer.nonce)
    return this.#nonces.use(answer.nonce, answer.nc, now) ? answer : 'stale'
  }

  #challengeUnread({ request, response, body, address, encrypted }: Arrival): void {
    const nonce = this.challenge(response, { address, encrypted, stale: false })
    if (body.length > rememberedBytes || this.#unanswered.exceeded(address, Date.now())) return
    this.#challenges.add(nonce, address, () => {
      this.#unanswered.count(address, Date.now())
      const envelope = decodeInform(body, charsetOf(request), this.#deps.limits.maxInformBytes)
      if (envelope !== null) this.#addCandidate(candidateOf(envelope.message, address, null))
    })
  }

  /** Null: invalid, and answered. */
  #readInform({ request, response, body }: Arrival): Admitted['envelope'] | null {
    const envelope = decodeInform(body, charsetOf(request), this.#deps.limits.maxInformBytes)
    if (envelope === null) sendAway(response, 400)
    return envelope
  }

  #addCandidate(candidate: PoolCandidate): void {
    this.#pool.add(candidate)
  }

  #reportMismatch({ gateway, key }: Extract<Verdict, { kind: 'mismatch' }>, arrival: Arrival): void {
    const { address, certificate } = arrival
    if (gateway !== null) this.#keepRefused(gateway, arrival, 'certificate_mismatch')
    const names = deviceText(certificate.join(', '))
    const what = `${names} ${key.oui}-${key.productClass}-${key.serialNumber}`
    if (this.#mismatchesReported.has(what)) return
    this.#mismatchesReported.set(what, true)
    this.#deps.log.warn(
      { certificate: names, ...key, address },
      'a gateway called in under a name that is not its certificate\u2019s',
    )
    this.#deps.repo
      .certificateMismatch(key, address, names)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a refused certificate was not noted'))
  }

  /** Anyone can call in another's name: one record a minute is enough. */
  #keepRefused(gateway: KnownGateway, { body }: Arrival, reason = 'credentials_wrong'): void {
    const at = Date.now()
    if (this.#refusedKept.has(gateway.device_id)) return
    this.#refusedKept.set(gateway.device_id, true)
    this.#deps.exchanges.add(
      gateway,
      [
        {
          at,
          direction: 'received',
          method: 'Inform',
          failed: true,
          reason,
          body: body.toString('utf8'),
          bytes: body.length,
        },
      ],
      false,
    )
  }

  #openClaims(): Promise<readonly OpenClaim[]> {
    if (Date.now() - this.#claimsAt < claimsFreshMilliseconds) return Promise.resolve(this.#claims)
    this.#claimsUnderWay ??= this.#deps.repo
      .openClaims()
      .then((claims) => {
        this.#claims = claims
        this.#claimsAt = Date.now()
        return claims
      })
      .finally(() => {
        this.#claimsUnderWay = null
      })
    return this.#claimsUnderWay
  }
}

function decodeInform(
  body: Buffer,
  charset: string | undefined,
  maxBytes: number,
): Admitted['envelope'] | null {
  try {
    const envelope = decodeEnvelope(body, { maxBytes, ...(charset === undefined ? {} : { charset }) })
    if (envelope.message.method !== 'Inform') return null
    // Without a serial number it names no gateway (TR-069 A.3.3.1: the key of a CPE).
    if (identify(envelope.message.deviceId).serialNumber === '') return null
    return { ...envelope, message: envelope.message }
  } catch (error) {
    if (error instanceof CwmpParseError) return null
    throw error
  }
}

/** Gateways that arrive by one URL at the same moment share one lookup of its company. */
async function enrolmentsOf(repo: AcsRepo, hashes: readonly Buffer[]): Promise<(Enrolment | null)[]> {
  const asked = new Map<string, Promise<Enrolment | null>>()
  return Promise.all(
    hashes.map((tokenHash) => {
      const key = tokenHash.toString('base64')
      const found = asked.get(key) ?? repo.findEnrolment({ tokenHash })
      asked.set(key, found)
      return found
    }),
  )
}
