import { createHash, randomBytes } from 'node:crypto'
import {
  classifyEvent,
  type CwmpVersion,
  type Inform,
  identify,
  isPlaceholderSerial,
  valueOf,
} from '@netward/cwmp'
import type { Secrets } from '../../platform/secrets.ts'
import type {
  Caller,
  Enrolment,
  EnrolledBy,
  Key,
  KnownGateway,
  OpenClaim,
  PoolCandidate,
} from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import {
  type BasicAnswer,
  type DigestAnswer,
  type Ha1,
  makeHa1,
  verifyBasic,
  verifyDigest,
} from './digest.ts'
import { deviceText, eventsOf, fingerprint, factsFromInform } from './facts.ts'
import { isCertified } from './certificate.ts'
import { firstReads } from './first-contact.ts'
import { firstOverdueSeconds } from './intervals.ts'

/** How a session was authenticated. */
export type Proof = 'own' | 'pending' | 'bootstrap' | 'enrolment_url' | 'label' | 'claim' | 'certificate'

export type Verdict =
  /** Admitted. A guarded gateway is admitted too, and gets neither commands nor secrets. */
  | { kind: 'admitted'; gateway: KnownGateway; proof: Proof }
  /** Challenged. `unanswered` runs when the challenge stays unanswered. */
  | { kind: 'challenge'; unanswered: (() => Promise<unknown>) | null; candidate: PoolCandidate | null }
  /** Wrong answer: the same 401 for every cause. `candidate` enters the pool. */
  | { kind: 'refused'; gateway: KnownGateway | null; candidate: PoolCandidate | null }
  /** The certificate belongs to another gateway. `gateway` is the identity that it claimed. */
  | { kind: 'mismatch'; gateway: KnownGateway | null; key: Key }
  /** Correct answer of a gateway that waits in the pool; responds like a wrong one. */
  | { kind: 'waits'; candidate: PoolCandidate }

export interface Call {
  inform: Inform
  /** The version that the session will speak. */
  version: CwmpVersion
  address: string
  /** Secrets may travel over this connection. */
  mayCarrySecrets: boolean
  path: string
  /** Of the enrolment URL. */
  token: string | null
  /** Its nonce was verified already. */
  answer: DigestAnswer | BasicAnswer | null
  /** Identities that its certificate names; empty: it proves none. */
  certificate: readonly string[]
}

export interface CallersDeps {
  repo: AcsRepo
  secrets: Secrets
  enrolment: { readonly perHour: number; readonly perDay: number }
  resolve(caller: Caller): Promise<KnownGateway | null>
  /** Company whose enrolment URL has a token with that hash. */
  enrolmentOf(tokenHash: Buffer): Promise<Enrolment | null>
  /** Fresh within a second or two. */
  openClaims(): Promise<readonly OpenClaim[]>
}

export const credentialContext = (deviceId: string) => `gateway:${deviceId}`
export const enrolmentContext = (companyId: string) => `enrolment:${companyId}`
export const labelContext = (companyId: string) => `label:${companyId}`
export const hashEnrolmentToken = (token: string) => createHash('sha256').update(token).digest()

/** As the gateway writes it, without stray characters. The database compares it without case. */
export function keyOf(id: Parameters<typeof identify>[0]): Key {
  const { oui, productClass, serialNumber } = identify(id)
  return { oui, productClass, serialNumber }
}

const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Authenticates a caller by identity, credentials and entry point. */
export class Callers {
  readonly #deps: CallersDeps

  constructor(deps: CallersDeps) {
    this.#deps = deps
  }

  async judge(call: Call): Promise<Verdict> {
    const key = keyOf(call.inform.deviceId)
    const tokenHash = call.token === null ? null : hashEnrolmentToken(call.token)
    const gateway = await this.#deps.resolve({ ...key, tokenHash })
    const { certificate } = call
    if (certificate.length > 0) {
      if (!isCertified(certificate, key)) return { kind: 'mismatch', gateway, key }
      // A guard stays until a person resolves its cause.
      if (gateway !== null) return { kind: 'admitted', gateway, proof: 'certificate' }
      const registered = await this.#byCertificate(call, key)
      if (registered !== null) return registered
    }
    return gateway === null ? this.#judgeUnknown(call, key) : this.#judgeKnown(call, key, gateway)
  }

  async #judgeKnown(call: Call, key: Key, gateway: KnownGateway): Promise<Verdict> {
    const { answer } = call
    if (answer !== null && answer.username === gateway.username) {
      if (this.#fits(call, gateway, gateway.ha1)) return this.#provedOwn(gateway)
      if (this.#fits(call, gateway, gateway.pending_ha1))
        return { kind: 'admitted', gateway, proof: 'pending' }
    } else if (answer !== null) {
      const enrolment = await this.#deps.repo.findEnrolment({ username: answer.username })
      if (this.#fitsEnrolment(call, enrolment) && enrolment?.company_id === gateway.company_id) {
        return this.#withBootstrap(call, gateway)
      }
    }
    if (gateway.url_company_id === gateway.company_id) {
      // It stands for the bootstrap credentials, and expires like them: with credentials of the gateway's
      // own.
      if (gateway.credential_state !== 'own') {
        // A gateway that received credentials is asked for them; one whose session broke off before has none.
        const isGiven = gateway.credential_state === 'setting' && gateway.pending_ha1 !== null
        if (isGiven && answer === null) return challenge(() => this.#deps.repo.unanswered(gateway.device_id))
        return { kind: 'admitted', gateway, proof: 'enrolment_url' }
      }
      // It has credentials and does not use them: reset to factory state, or an impostor.
      if (this.#isBootstrap(call)) {
        if (gateway.reset_expected && gateway.guard === 'none') {
          return { kind: 'admitted', gateway, proof: 'enrolment_url' }
        }
        if (answer !== null || gateway.guard !== 'none') return this.#quarantine(gateway)
        return challenge(() => this.#quarantine(gateway))
      }
    }
    const claim = await this.#claimOf(key, call)
    const opened = claim?.device_id === gateway.device_id && (!claim.reset || this.#isBootstrap(call))
    if (opened) {
      // It received credentials: they are requested, since nothing else proves their arrival.
      if (answer === null && gateway.pending_ha1 !== null) return challenge(null)
      return { kind: 'admitted', gateway, proof: 'claim' }
    }
    return answer === null ? challenge(null) : { kind: 'refused', gateway, candidate: null }
  }

  /** A caller with the bootstrap credentials took its place before: two callers, one identity. */
  async #provedOwn(gateway: KnownGateway): Promise<Verdict> {
    if (gateway.guard !== 'quarantined') return { kind: 'admitted', gateway, proof: 'own' }
    await this.#deps.repo.guard(gateway.device_id, 'duplicate', 'two_callers')
    return { kind: 'admitted', gateway: { ...gateway, guard: 'duplicate' }, proof: 'own' }
  }

  async #withBootstrap(call: Call, gateway: KnownGateway): Promise<Verdict> {
    if (gateway.credential_state !== 'own') return { kind: 'admitted', gateway, proof: 'bootstrap' }
    if (!this.#isBootstrap(call)) return { kind: 'refused', gateway, candidate: null }
    if (gateway.reset_expected) return { kind: 'admitted', gateway, proof: 'bootstrap' }
    return this.#quarantine(gateway)
  }

  async #quarantine(gateway: KnownGateway): Promise<Verdict> {
    if (gateway.guard === 'none')
      await this.#deps.repo.guard(gateway.device_id, 'quarantined', 'bootstrap_again')
    const guard = gateway.guard === 'none' ? 'quarantined' : gateway.guard
    return { kind: 'admitted', gateway: { ...gateway, guard }, proof: 'bootstrap' }
  }

  async #judgeUnknown(call: Call, key: Key): Promise<Verdict> {
    const viaUrl = await this.#enrolmentOf(call)
    if (viaUrl !== null) return this.#enrol(call, key, viaUrl, 'enrolment_url')
    if (call.answer !== null) {
      const enrolment = await this.#deps.repo.findEnrolment({ username: call.answer.username })
      if (this.#fitsEnrolment(call, enrolment) && enrolment !== null) {
        return this.#enrol(call, key, enrolment, 'bootstrap')
      }
      const byLabel = await this.#byLabel(call, key, call.answer)
      if (byLabel !== null) return byLabel
    }
    const claim = await this.#claimOf(key, call)
    if (claim !== null && !claim.shows) {
      const admitted = await this.#admit(call, key, claim.company_id, 'claim', {
        name: claim.claim_name ?? '',
        openUntil: claim.until,
      })
      if (typeof admitted === 'object') return { kind: 'admitted', gateway: admitted, proof: 'claim' }
    }
    const candidate = candidateOf(call.inform, call.address, null)
    if (call.answer === null) return { kind: 'challenge', unanswered: null, candidate }
    return { kind: 'refused', gateway: null, candidate }
  }

  /**
   * The pre-registration names the company and the certificate proves the identity: no approval is needed.
   */
  async #byCertificate(call: Call, key: Key): Promise<Verdict | null> {
    const [company, other] = await this.#deps.repo.registrants(key, modelOf(call.inform))
    // Two companies registered it: the platform decides.
    if (company === undefined || other !== undefined || company.company_status === 'deactivated') return null
    const gateway = await this.#admit(call, key, company.company_id, 'certificate', { registeredOnly: true })
    if (typeof gateway === 'object') return { kind: 'admitted', gateway, proof: 'certificate' }
    return gateway === 'taken'
      ? null
      : { kind: 'waits', candidate: candidateOf(call.inform, call.address, company.company_id) }
  }

  async #enrol(call: Call, key: Key, enrolment: Enrolment, how: EnrolledBy & Proof): Promise<Verdict> {
    const refused: Verdict = { kind: 'refused', gateway: null, candidate: null }
    if (enrolment.company_status === 'deactivated') return refused
    const claim = await this.#claimOf(key, call)
    const claimed = claim !== null && claim.company_id === enrolment.company_id
    const admitted = await this.#admit(call, key, enrolment.company_id, how, {
      name: claimed ? (claim.claim_name ?? '') : '',
      registeredOnly: !enrolment.approve_unknown && !claimed,
    })
    if (typeof admitted === 'object') return { kind: 'admitted', gateway: admitted, proof: how }
    if (admitted === 'taken') return refused
    return { kind: 'waits', candidate: candidateOf(call.inform, call.address, enrolment.company_id) }
  }

  /** A pre-registered gateway may use the secret on its label as its Digest password, under any user name. */
  async #byLabel(call: Call, key: Key, answer: DigestAnswer | BasicAnswer): Promise<Verdict | null> {
    const labels = await this.#deps.repo.labelSecrets(key, modelOf(call.inform))
    const fitting = labels.filter((label) => {
      const secret = this.#deps.secrets
        .open(label.label_secret, labelContext(label.company_id))
        .toString('utf8')
      return verify(call, makeHa1(answer.username, secret))
    })
    const company = fitting[0]?.company_id
    // Two companies know the same label: the platform decides.
    if (company === undefined || fitting.some((label) => label.company_id !== company)) return null
    const gateway = await this.#admit(call, key, company, 'pre_registration')
    // Where the quota is used up it waits, visible to its company.
    if (gateway === 'quota')
      return { kind: 'waits', candidate: candidateOf(call.inform, call.address, company) }
    return typeof gateway === 'object' ? { kind: 'admitted', gateway, proof: 'label' } : null
  }

  async #admit(
    call: Call,
    key: Key,
    companyId: string,
    how: EnrolledBy,
    options: { name?: string; openUntil?: string; registeredOnly?: boolean } = {},
  ): Promise<KnownGateway | 'taken' | 'waits' | 'limit' | 'quota'> {
    const reported = factsFromInform(call.inform, call.version, call.address)
    const guard = isPlaceholderSerial(key.serialNumber) ? 'duplicate' : 'none'
    const admitted = await this.#deps.repo.admit({
      ...key,
      companyId,
      manufacturer: deviceText(call.inform.deviceId.manufacturer, 64),
      modelName: modelOf(call.inform),
      how,
      address: call.address,
      guard,
      name: options.name ?? '',
      username: `gw-${randomBytes(9).toString('hex')}`,
      openUntil: options.openUntil ?? null,
      commands: firstReads(call.inform),
      reported,
      facts: fingerprint(reported),
      events: eventsOf(call.inform),
      isGiven: guard === 'none' && call.mayCarrySecrets,
      overdueSeconds: guard === 'none' ? firstOverdueSeconds : null,
      registeredOnly: options.registeredOnly ?? false,
      ...this.#deps.enrolment,
    })
    return admitted.refusal ?? { ...admitted, isNew: true }
  }

  #fits(call: Call, gateway: KnownGateway, sealed: Buffer | null): boolean {
    return (
      sealed !== null && verify(call, this.#deps.secrets.open(sealed, credentialContext(gateway.device_id)))
    )
  }

  /** The same work whether the user name is known or not. */
  #fitsEnrolment(call: Call, enrolment: Enrolment | null): boolean {
    if (enrolment?.ha1) {
      return verify(call, this.#deps.secrets.open(enrolment.ha1, enrolmentContext(enrolment.company_id)))
    }
    verify(call, nobody)
    return false
  }

  async #enrolmentOf(call: Call): Promise<Enrolment | null> {
    if (call.token === null) return null
    return this.#deps.enrolmentOf(hashEnrolmentToken(call.token))
  }

  /** Only from the address where the claimed identity called before. */
  async #claimOf(key: Key, call: Call): Promise<OpenClaim | null> {
    const claims = await this.#deps.openClaims()
    return (
      claims.find(
        (claim) =>
          claim.oui === key.oui &&
          isSameText(claim.product_class, key.productClass) &&
          isSameText(claim.serial_number, key.serialNumber) &&
          (claim.address === null || claim.address === call.address) &&
          claim.company_status !== 'deactivated',
      ) ?? null
    )
  }

  #isBootstrap(call: Call): boolean {
    return call.inform.events.some((event) => classifyEvent(event.code).kind === 'bootstrap')
  }
}

function challenge(unanswered: (() => Promise<unknown>) | null): Verdict {
  return { kind: 'challenge', unanswered, candidate: null }
}

const nobody: Ha1 = makeHa1('nobody', randomBytes(16).toString('hex'))

function verify(call: Call, ha1: Ha1): boolean {
  if (call.answer === null) return false
  return call.answer.scheme === 'digest'
    ? verifyDigest(call.answer, ha1, 'POST', call.path)
    : verifyBasic(call.answer, ha1)
}

function modelOf(inform: Inform): string {
  return deviceText(valueOf(inform.parameters, 'modelName') ?? '')
}

export function candidateOf(inform: Inform, address: string, viaCompanyId: string | null): PoolCandidate {
  const key = keyOf(inform.deviceId)
  return {
    ...key,
    manufacturer: deviceText(inform.deviceId.manufacturer, 64),
    modelName: modelOf(inform),
    address,
    viaCompanyId,
    placeholder: isPlaceholderSerial(key.serialNumber),
  }
}
