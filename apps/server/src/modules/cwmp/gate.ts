import type { IncomingMessage, ServerResponse } from 'node:http'
import { CwmpParseError, type Decoded, decodeEnvelope, type Inform, negotiateVersion } from '@netward/cwmp'
import { LRUCache } from 'lru-cache'
import type { Sender } from '../../platform/forwarded.ts'
import type { Logger } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AcsConfig, AcsLimits } from './acs-config.ts'
import type { Caller, Enrolment, KnownGateway, OpenClaim, PoolCandidate } from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import { Buffered, Gatherer } from './batches.ts'
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
  /** The gateway's: the peer, or what a trusted proxy says. */
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

/** Challenges whose Inform is kept until they are answered, and how large such an Inform may be. */
const rememberedChallenges = 4_000
const rememberedBytes = 16 * 1024
const claimsFreshMilliseconds = 1_000

/** Lets in who proves who they are; answers all others itself, all alike. */
export class Gate {
  readonly #deps: GateDeps
  readonly #nonces: Nonces
  readonly #callers: Callers
  readonly #resolver: Gatherer<Caller, KnownGateway | null>
  readonly #enrolments: Gatherer<Buffer, Enrolment | null>
  readonly #challenges: OpenChallenges
  readonly #pool: Buffered<PoolCandidate>
  readonly #wrong: SourceCounter
  readonly #unanswered: SourceCounter
  readonly #mismatchesTold = new LRUCache<string, true>({ max: 10_000, ttl: 3_600_000 })
  readonly #refusedKept = new LRUCache<string, true>({ max: 20_000, ttl: 60_000 })
  #claims: readonly OpenClaim[] = []
  #claimsAt = 0
  #claimsUnderWay: Promise<readonly OpenClaim[]> | null = null

  constructor(deps: GateDeps) {
    const { repo, limits, log } = deps
    this.#deps = deps
    this.#nonces = new Nonces(deps.secrets.derive('acs nonce'))
    this.#resolver = new Gatherer((keys) => repo.resolve(keys), { milliseconds: 3, largest: 256, lanes: 2 })
    this.#enrolments = new Gatherer((hashes) => enrolmentsOf(repo, hashes), {
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

  /** So many wrong answers came from there that nothing more is heard for the rest of the minute. */
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
    // Most calls come without an answer first: nothing is read of those, unless somebody may come in without.
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
      this.#tellMismatch(verdict, arrival)
      // No credentials help: it is not asked for any.
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

  /** `stale`: the nonce is not good, or this answer was used before, so a new one is wanted. */
  #answerOf(
    request: IncomingMessage,
    address: string,
    encrypted: boolean,
  ): DigestAnswer | BasicAnswer | null | 'stale' {
    const answer = parseAuthorization(request.headers.authorization)
    if (answer === null) return null
    // In clear it would tell the password to the whole way.
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

  /** Null: it is none, and was answered. */
  #readInform({ request, response, body }: Arrival): Admitted['envelope'] | null {
    const envelope = decodeInform(body, charsetOf(request), this.#deps.limits.maxInformBytes)
    if (envelope === null) sendAway(response, 400)
    return envelope
  }

  #addCandidate(candidate: PoolCandidate): void {
    this.#pool.add(candidate)
  }

  #tellMismatch({ gateway, key }: Extract<Verdict, { kind: 'mismatch' }>, arrival: Arrival): void {
    const { address, certificate } = arrival
    if (gateway !== null) this.#keepRefused(gateway, arrival, 'certificate_mismatch')
    const names = deviceText(certificate.join(', '))
    const what = `${names} ${key.oui}-${key.productClass}-${key.serialNumber}`
    if (this.#mismatchesTold.has(what)) return
    this.#mismatchesTold.set(what, true)
    this.#deps.log.warn(
      { certificate: names, ...key, address },
      'a gateway called in under a name that is not its certificate\u2019s',
    )
    this.#deps.repo
      .certificateMismatch(key, address, names)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a refused certificate was not noted'))
  }

  /** Anybody may call in another's name: one a minute tells as much as all of them. */
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
    return envelope.message.method === 'Inform' ? { ...envelope, message: envelope.message } : null
  } catch (error) {
    if (error instanceof CwmpParseError) return null
    throw error
  }
}

/** Gateways that come by one URL at the same moment are told whose it is by one question. */
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
