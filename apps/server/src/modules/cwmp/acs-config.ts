/** What the ACS needs of the configuration. */
export interface AcsConfig {
  readonly host: string
  /** Plain http; 0 takes any free port (tests). */
  readonly port: number
  readonly tls: {
    readonly port: number
    /** PEM. */
    readonly cert: string | Buffer
    readonly key: string | Buffer
    /** PEM; when set, only gateways with a certificate of it are let in over TLS, and are who it says. */
    readonly clientCa: string | Buffer | null
    /** File of the certificates that it took back (PEM), looked at again and again; null: none. */
    readonly clientCrl?: string | null
  } | null
  /** What gateways are told; null leaves their URL as it is. Never taken from a Host header. */
  readonly url: string | null
  /** NETWARD_ACS_ALLOW_PLAIN_HTTP_SECRETS: credentials go over plain http to addresses that are not loopback too. */
  readonly allowPlainSecrets: boolean
  /** NETWARD_DEVICE_RANGES, as CIDR. */
  readonly deviceRanges: readonly string[]
  /** Gateways that one company takes in within an hour, and within a day. */
  readonly enrolment: { readonly perHour: number; readonly perDay: number }
  /** Where gateways behind NAT find the STUN server, which listens beside TR-069; null: there is none. */
  readonly stun: { readonly port: number; readonly address: string } | null
  /** NETWARD_TRUSTED_PROXIES, as CIDR: whose X-Forwarded-For and X-Forwarded-Proto count. */
  readonly trustedProxies: readonly string[]
}

/** What gateways are told. Ends with a slash. */
export function acsUrl(acs: Pick<AcsConfig, 'url' | 'host' | 'port'>): string {
  const url = acs.url ?? `http://${acs.host}:${acs.port}`
  return url.endsWith('/') ? url : `${url}/`
}

/** Bounds that keep a flood from taking everything: load is shed before an InformResponse, never after. */
export interface AcsLimits {
  readonly maxSessions: number
  readonly maxConnections: number
  readonly maxConnectionsPerSource: number
  /** Wrong answers from one address in a minute; beyond it the address is sent away unheard. */
  readonly wrongAnswersPerMinute: number
  /** Bytes of a body before a session is open. */
  readonly maxInformBytes: number
  /** Bytes of a body inside a session: answers may be whole trees. */
  readonly maxAnswerBytes: number
  /** By when a body has come; files and tests of lines have longer. */
  readonly bodyMilliseconds: number
  /** A body in a session that comes at this pace may take longer: whole trees come over slow lines. */
  readonly bodyBytesPerSecond: number
  readonly sessionIdleMilliseconds: number
  /** How long an answer to a challenge may take before it counts as left unanswered. */
  readonly challengeMilliseconds: number
  readonly poolRoom: number
  readonly poolPerSource: number
  /** Gateways that came with one company's credentials or URL and wait for a claim by hand. */
  readonly poolPerCompany: number
  /** STUN messages of one source in a minute: many gateways may share one address. */
  readonly stunPerMinute: number
  /** How often the file of revoked certificates is looked at. */
  readonly crlLookMilliseconds: number
  /** Challenges of one source whose Inform is kept until they are answered. */
  readonly challengesPerSource: number
}

export const defaultLimits: AcsLimits = {
  maxSessions: 10_000,
  maxConnections: 20_000,
  maxConnectionsPerSource: 5_000,
  wrongAnswersPerMinute: 60,
  maxInformBytes: 256 * 1024,
  maxAnswerBytes: 8 * 1024 * 1024,
  bodyMilliseconds: 30_000,
  bodyBytesPerSecond: 2_000,
  sessionIdleMilliseconds: 60_000,
  challengeMilliseconds: 10_000,
  poolRoom: 20_000,
  poolPerSource: 64,
  poolPerCompany: 1_000,
  challengesPerSource: 250,
  stunPerMinute: 6_000,
  crlLookMilliseconds: 10_000,
}
