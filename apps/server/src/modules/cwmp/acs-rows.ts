import type { AddedObject, AddingObject, TemplateContent } from '@netward/cwmp'

/** A claimed gateway, as an Inform finds it. */
export interface KnownGateway {
  device_id: string
  company_id: string
  company_code: string
  company_status: 'active' | 'frozen' | 'deactivated' | 'no_product'
  guard: 'none' | 'quarantined' | 'duplicate'
  credential_state: 'bootstrap' | 'setting' | 'own' | 'enrolment_url'
  enrolled_by: EnrolledBy
  username: string
  ha1: Buffer | null
  pending_ha1: Buffer | null
  facts: string
  last_address: string | null
  data_model_root: 'Device.' | 'InternetGatewayDevice.' | null
  periodic_interval: number | null
  reset_expected: boolean
  has_commands: boolean
  unanswered: number
  /** Company whose enrolment URL it used. */
  url_company_id: string | null
  /** Outcome of offering the STUN server, and which one: `set 198.51.100.7:3478`; '' before. */
  stun_offer: string
  /** Its UDPConnectionRequestAddress. */
  udp_announced: string | null
  /** Whether it has parameters to measure; null: not looked at yet. */
  measures: boolean | null
  /** Admitted by the Inform of this session, with all that it reports. */
  isNew?: true
}

/** An identity, with the hash of the enrolment URL's token when it came through one. */
export type Caller = Key & { tokenHash: Buffer | null }

export type EnrolledBy = 'bootstrap' | 'enrolment_url' | 'pre_registration' | 'claim' | 'certificate'

export interface Key {
  oui: string
  productClass: string
  serialNumber: string
}

export interface Enrolment {
  company_id: string
  company_status: KnownGateway['company_status']
  ha1: Buffer | null
  approve_unknown: boolean
}

export interface OpenClaim {
  oui: string
  product_class: string
  serial_number: string
  company_id: string
  company_status: KnownGateway['company_status']
  /** Null: from the pool; else an approved device without credentials. */
  device_id: string | null
  address: string | null
  claim_name: string | null
  until: string
  /** A factory reset is expected: with 0 BOOTSTRAP only. */
  reset: boolean
  /** It came with its company's credentials or URL, and presents them again. */
  shows: boolean
}

export interface PoolCandidate extends Key {
  manufacturer: string
  modelName: string
  address: string
  viaCompanyId: string | null
  placeholder: boolean
}

export interface Admission extends Key {
  companyId: string
  manufacturer: string
  modelName: string
  how: EnrolledBy
  address: string
  guard: KnownGateway['guard']
  name: string
  username: string
  openUntil: string | null
  commands: { kind: string; request: Record<string, unknown> }[]
  /** Only when the company pre-registered it. */
  registeredOnly: boolean
  /** Facts of the device from its Inform, their fingerprint, and its events. */
  reported: object
  facts: string
  events: object[]
  /** Its session sets its own credentials. */
  isGiven: boolean
  /** Time after this Inform at which it is offline; null: its session sets no interval. */
  overdueSeconds: number | null
  /** Admission limits of the company. */
  perHour: number
  perDay: number
}

/**
 * `taken`: the identity is claimed meanwhile; `waits`: for a claim by hand; `limit`: the company's admission
 * limit is reached;
 * `quota`: its device quota is used up.
 */
export type Admitted = (KnownGateway & { refusal: null }) | { refusal: 'taken' | 'waits' | 'limit' | 'quota' }

export interface QueuedCommand {
  id: string
  kind: string
  request: Record<string, unknown>
  secret: Buffer | null
}

/** A command that a session took. `sent`: it is marked so. */
export interface TakenCommand extends QueuedCommand {
  sent: boolean
}

/** What follows once the writes are committed. */
export type Then = { next: string } | { since: string } | { templates: true } | null

/** `sent`: answered; evidence of completion is pending. */
export type CommandEnd = 'done' | 'failed' | 'sent'

/** A command that the gateway answered. */
export interface EndedCommand {
  id: string
  state: CommandEnd
  outcome: CommandOutcome
}

/** Response of a gateway to its own credentials. */
export interface AnsweredCredentials {
  accepted: boolean
  interval: number
  fault: string | null
  /** A connection request could bring the proof. */
  hasten: boolean
}

/** Outcome of the templates of a gateway. */
export interface ProvisionOutcome {
  /** [id, version] */
  templates: readonly [string, number][]
  report: object
}

/** Pending writes of a session, beside what it learned. */
export interface News {
  ended: EndedCommand[]
  credentials?: AnsweredCredentials
  provisioned?: ProvisionOutcome
  /** Objects that the session is about to add for templates. */
  adding?: readonly TemplateAdding[]
  /** Commands that were marked as sent but never were. */
  back?: readonly string[]
}

export interface CommandOutcome {
  result?: object
  faultCode?: string
  faultDetail?: string
  /** Paths to read later. */
  verify?: string[]
}

export interface ExchangeRow {
  companyId: string
  deviceId: string
  at: string
  direction: 'received' | 'sent'
  method: string
  failed: boolean
  reason: string | null
  bytes: number
  body: string
}

export interface ParameterRow {
  path: string
  parent: string
  value: string | null
  valued: boolean
  type: string | null
  writable: boolean | null
}

/** What a session learned of its gateway; `told` holds the facts of the device itself. */
export interface Learned {
  rows: readonly ParameterRow[]
  reported: object
}

/** `sealed` in base64. */
interface HeldSecret {
  sealed: string
  changedAt: string
}

/** The templates that apply to a gateway, and the values of their variables. */
export interface DueProvision {
  templates: { id: string; name: string; version: number; content: TemplateContent; objectsStay: boolean }[]
  variables: Record<string, string>
  secrets: Record<string, HeldSecret>
  /** The internet line that it carries; of several, the one whose account its variables use. */
  line: { id: string; name: string; outletName: string; password: HeldSecret | null } | null
  /** Revision that was last applied completely; '' for none. */
  revision: string
  added: TemplateObject[]
  /** Objects that a session was about to add when it was interrupted. */
  adding: TemplateAdding[]
}

export interface TemplateAdding extends AddingObject {
  templateId: string
}

/** An instance that a session added for a template. */
export interface TemplateObject extends AddedObject {
  templateId: string
  /** When no template declares it any more. */
  stays: boolean
}
