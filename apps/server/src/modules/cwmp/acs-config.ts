/** The part of the configuration that the ACS uses. */
export interface AcsConfig {
  readonly host: string
  /** Plain http; 0 takes any free port (tests). */
  readonly port: number
  readonly tls: {
    readonly port: number
    /** PEM. */
    readonly cert: string | Buffer
    readonly key: string | Buffer
    /**
     * PEM; when set, TLS admits only gateways with a certificate of this authority, under the identity that
     * it names.
     */
    readonly clientCa: string | Buffer | null
    /** File of revoked certificates (PEM), re-read when it changes; null: none. */
    readonly clientCrl?: string | null
  } | null
  /** URL that gateways receive; null leaves theirs unchanged. Never taken from a Host header. */
  readonly url: string | null
  /**
   * NETWARD_ACS_ALLOW_PLAIN_HTTP_SECRETS: also sends credentials over plain http to addresses other than
   * loopback.
   */
  readonly allowPlainSecrets: boolean
  /** NETWARD_DEVICE_RANGES, as CIDR. */
  readonly deviceRanges: readonly string[]
  /** Gateways that one company may admit per hour and per day. */
  readonly enrolment: { readonly perHour: number; readonly perDay: number }
  /** Address of the STUN server for gateways behind NAT, beside TR-069; null: none. */
  readonly stun: { readonly port: number; readonly address: string } | null
  /** NETWARD_TRUSTED_PROXIES, as CIDR: proxies whose X-Forwarded-For and X-Forwarded-Proto count. */
  readonly trustedProxies: readonly string[]
}

/** ACS URL that gateways receive; ends with a slash. */
export function acsUrl(acs: Pick<AcsConfig, 'url' | 'host' | 'port'>): string {
  const url = acs.url ?? `http://${acs.host}:${acs.port}`
  return url.endsWith('/') ? url : `${url}/`
}

/** Limits against floods: load is shed before an InformResponse, never after. */
export interface AcsLimits {
  readonly maxSessions: number
  readonly maxConnections: number
  readonly maxConnectionsPerSource: number
  /** Wrong answers per address and minute; above it requests are refused unread. */
  readonly wrongAnswersPerMinute: number
  /** Bytes of a body before a session is open. */
  readonly maxInformBytes: number
  /** Bytes of a body inside a session: answers may be whole trees. */
  readonly maxAnswerBytes: number
  /** Deadline for a body; files and line tests have longer. */
  readonly bodyMilliseconds: number
  /** A body in a session that arrives at this rate may take longer: whole trees come over slow lines. */
  readonly bodyBytesPerSecond: number
  readonly sessionIdleMilliseconds: number
  /** How long open sessions may go on when the server stops. */
  readonly drainMilliseconds: number
  /** Time after which a challenge counts as unanswered. */
  readonly challengeMilliseconds: number
  readonly poolRoom: number
  readonly poolPerSource: number
  /** Gateways with one company's credentials or URL that wait for a claim by hand. */
  readonly poolPerCompany: number
  /** STUN messages per source and minute: many gateways may share one address. */
  readonly stunPerMinute: number
  /** Interval at which the file of revoked certificates is checked. */
  readonly crlLookMilliseconds: number
  /** Challenges per source whose Inform is kept until they are answered. */
  readonly challengesPerSource: number
  /** Gateways that call in more often than this are not measured each time. */
  readonly leastMeasureSeconds: number
  /** Plans of what is measured are collected for this long and made together. */
  readonly planMilliseconds: number
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
  drainMilliseconds: 3_000,
  challengeMilliseconds: 10_000,
  poolRoom: 20_000,
  poolPerSource: 64,
  poolPerCompany: 1_000,
  challengesPerSource: 250,
  stunPerMinute: 6_000,
  crlLookMilliseconds: 10_000,
  leastMeasureSeconds: 60,
  planMilliseconds: 1_000,
}
