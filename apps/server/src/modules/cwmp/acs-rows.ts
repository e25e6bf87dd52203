import type { AddedObject, AddingObject, TemplateContent } from '@netward/cwmp'

/** A gateway that belongs to somebody, as an Inform finds it. */
export interface KnownGateway {
  device_id: string
  company_id: string
  company_code: string
  company_status: 'active' | 'frozen' | 'deactivated'
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
  /** Whose enrolment URL it used. */
  url_company_id: string | null
  /** What came of offering it the STUN server, and which one: `set 198.51.100.7:3478`; '' before. */
  stun_offer: string
  /** Its UDPConnectionRequestAddress. */
  udp_told: string | null
  /** Taken in by the Inform of this session, with all that it tells. */
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
  /** Null: from the pool; else a device that was approved and has no credentials. */
  device_id: string | null
  address: string | null
  claim_name: string | null
  until: string
  /** A factory reset is expected: with 0 BOOTSTRAP alone. */
  reset: boolean
  /** It came with its company's credentials or URL, and shows them again. */
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
  /** What its Inform tells of the device, the fingerprint of that, and its events. */
  told: object
  facts: string
  events: object[]
  /** Its session gives it credentials of its own. */
  isGiven: boolean
  /** So long after this Inform it is offline; null: its session tells it no interval. */
  overdueSeconds: number | null
  /** How many the company takes in. */
  perHour: number
  perDay: number
}

/**
 * `taken`: somebody has the identity by now; `waits`: for a claim by hand; `limit`: the company took in too many;
 * `quota`: its devices are used up.
 */
export type Admitted = (KnownGateway & { refusal: null }) | { refusal: 'taken' | 'waits' | 'limit' | 'quota' }

export interface QueuedCommand {
  id: string
  kind: string
  request: Record<string, unknown>
  secret: Buffer | null
}

/** One that a session took. `sent`: it is marked so. */
export interface TakenCommand extends QueuedCommand {
  sent: boolean
}

/** What follows once the news is told. */
export type Then = { next: string } | { since: string } | { templates: true } | null

/** `sent`: answered, and the evidence that it was done is still to come. */
export type CommandEnd = 'done' | 'failed' | 'sent'

/** A command that the gateway answered. */
export interface EndedCommand {
  id: string
  state: CommandEnd
  outcome: CommandOutcome
}

/** What a gateway said to credentials of its own. */
export interface AnsweredCredentials {
  accepted: boolean
  interval: number
  fault: string | null
  /** A connection request could bring the proof. */
  hasten: boolean
}

/** What came of the templates of a gateway. */
export interface ProvisionOutcome {
  /** [id, version] */
  templates: readonly [string, number][]
  told: object
}

/** What a session has to tell, beside what it learned. */
export interface News {
  ended: EndedCommand[]
  credentials?: AnsweredCredentials
  provisioned?: ProvisionOutcome
  /** What the session is about to add for templates. */
  adding?: readonly TemplateAdding[]
  /** Commands that were marked as sent and never were. */
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

/** What a session learned of its gateway; `told` is what of it tells of the device itself. */
export interface Learned {
  rows: readonly ParameterRow[]
  told: object
}

/** `sealed` in base64. */
interface KeptSecret {
  sealed: string
  changedAt: string
}

/** The templates that are applied to a gateway, and what fills them in. */
export interface DueProvision {
  templates: { id: string; name: string; version: number; content: TemplateContent; objectsStay: boolean }[]
  variables: Record<string, string>
  secrets: Record<string, KeptSecret>
  /** The internet line that it carries; of several, the one whose account its variables tell. */
  line: { id: string; name: string; outletName: string; password: KeptSecret | null } | null
  /** Of what was last applied whole; '' for nothing. */
  revision: string
  added: TemplateObject[]
  /** What a session was about to add when it was cut off. */
  adding: TemplateAdding[]
}

export interface TemplateAdding extends AddingObject {
  templateId: string
}

/** An instance that a session added for a template. */
export interface TemplateObject extends AddedObject {
  templateId: string
  /** When no template wants it any more. */
  stays: boolean
}
