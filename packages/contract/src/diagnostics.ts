import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, pageInput, pageOf } from './schemas.ts'

export const diagnosticKind = z.enum(['ping', 'traceroute', 'name_lookup'])

export const diagnosticState = z.enum(['requested', 'running', 'complete', 'failed', 'expired', 'cancelled'])

/** A host name (RFC 1123) or an IPv4 address; or an IPv6 address. */
const host = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(
    /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\.?|(?=[^:]*:[^:]*:)[0-9A-Fa-f:.]{2,45})$/,
    'validation.format',
  )

/** Milliseconds; nothing comes back without an answer. */
const milliseconds = z.number().nullable()

const pingResult = z.object({
  kind: z.literal('ping'),
  sent: z.number().int(),
  received: z.number().int(),
  minMs: milliseconds,
  avgMs: milliseconds,
  maxMs: milliseconds,
})

const tracerouteResult = z.object({
  kind: z.literal('traceroute'),
  hops: z.array(
    z.object({
      host: z.string(),
      address: z.string(),
      rttsMs: z.array(z.number()),
      errorCode: z.number().int(),
    }),
  ),
  responseMs: milliseconds,
})

const lookupResult = z.object({
  kind: z.literal('name_lookup'),
  succeeded: z.number().int(),
  answers: z.array(
    z.object({
      status: z.string(),
      addresses: z.array(z.string()),
      hostName: z.string(),
      server: z.string(),
      responseMs: milliseconds,
      authoritative: z.boolean(),
    }),
  ),
})

/** What the gateway told comes from outside: text, never markup. */
export const diagnosticRun = z.object({
  id,
  kind: diagnosticKind,
  target: z.string(),
  state: diagnosticState,
  result: z.discriminatedUnion('kind', [pingResult, tracerouteResult, lookupResult]).nullable(),
  /** `text` is in the caller's language, `detail` the gateway's own words. */
  fault: z.object({ code: z.string(), text: z.string(), detail: z.string() }).nullable(),
  createdAt: instant,
  createdByName: z.string().nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
})

export const pageDiagnostics = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/diagnostics',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'What a gateway tried out by itself, newest first',
  input: pageInput.extend({
    deviceId: id,
    kind: diagnosticKind.optional(),
    /** Exactly this host. */
    target: z.string().max(256).optional(),
  }),
  output: pageOf(diagnosticRun),
  errors: ['device.not_found'],
})

export const diagnosticSupport = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/diagnostics/support',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Which diagnostics a gateway has, as far as its parameters are known: `unknown` may be tried',
  input: z.object({ deviceId: id }),
  output: z.array(z.object({ kind: diagnosticKind, supported: z.enum(['yes', 'no', 'unknown']) })),
  errors: ['device.not_found'],
})

export const startDiagnostic = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/diagnostics',
  access: 'DMS_SERVER_DEVICE_DIAGNOSE',
  summary: 'Let a gateway ping, trace or look up a host; one of a kind at a time',
  input: z.object({
    deviceId: id,
    kind: diagnosticKind,
    host,
    /** Repetitions of a ping or a lookup, tries a hop of a trace. */
    count: z.number().int().min(1).max(50).default(4),
    timeoutMs: z.number().int().min(100).max(30_000).default(5_000),
    /** Bytes of an echo; pings alone. */
    sizeBytes: z.number().int().min(1).max(9_000).default(64),
    /** Traces alone. */
    maxHops: z.number().int().min(1).max(64).default(30),
    /** Lookups alone; the gateway's own without it. */
    dnsServer: host.optional(),
  }),
  output: z.object({ runId: id }),
  errors: [
    'device.not_found',
    'device.move_not_allowed',
    'diagnostic.model_unknown',
    'diagnostic.not_supported',
    'diagnostic.under_way',
  ],
  audit: 'device.diagnostic_started',
})

export const cancelDiagnostic = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/diagnostics/:runId/cancel',
  access: 'DMS_SERVER_DEVICE_DIAGNOSE',
  summary: 'Give up a diagnostic: not sent if it was not yet, and its result is not waited for',
  input: z.object({ deviceId: id, runId: id }),
  output: done,
  errors: ['device.not_found', 'diagnostic.not_found', 'diagnostic.over'],
  audit: 'device.diagnostic_cancelled',
})
