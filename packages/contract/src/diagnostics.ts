import { z } from 'zod'
import {
  countLimits,
  diagnosticKinds,
  diagnosticLimits,
  diagnosticRanges,
  diagnosticStates,
  hasDscp,
  measuresThroughput,
  testUrlProblem,
} from './diagnostic-values.ts'
import { endpoint } from './endpoint.ts'
import { done, failedItem, id, ids, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const diagnosticKind = z.enum(diagnosticKinds)

const hostPattern =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\.?|(?=[^:]*:[^:]*:)[0-9A-Fa-f:.]{2,45})$/

/** A host name (RFC 1123) or an IPv4 address; or an IPv6 address. */
const host = z.string().trim().min(1).max(253).regex(hostPattern, 'validation.format')

/** Milliseconds; zero replies have none. */
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

const throughputResult = z.object({
  kind: z.enum(['download', 'upload']),
  /** Mbit/s, from TestBytes…, BOMTime and EOMTime of the gateway; null with `problem`. */
  mbitPerSecond: z.number().nullable(),
  problem: z.enum(['no_times', 'clock_moved', 'too_short', 'no_bytes']).nullable(),
  testBytes: z.number().nullable(),
  totalBytes: z.number().nullable(),
  transferMs: milliseconds,
  firstByteMs: milliseconds,
  connectMs: milliseconds,
  /** The gateway reports whole seconds: the figure is as coarse. */
  wholeSeconds: z.boolean(),
  samples: z.array(z.object({ seconds: z.number(), mbitPerSecond: z.number() })),
})

/** Results come from the device: text, never markup. */
const diagnosticRun = z.object({
  id,
  kind: diagnosticKind,
  /** The URL of a download or upload, or the host of our own test point. */
  target: z.string(),
  state: z.enum(diagnosticStates),
  result: z
    .discriminatedUnion('kind', [pingResult, tracerouteResult, lookupResult, throughputResult])
    .nullable(),
  /** `text` is in the caller's language, `detail` the gateway's own words. */
  fault: z.object({ code: z.string(), text: z.string(), detail: z.string() }).nullable(),
  /** The chosen line, by its name then; null: as the gateway routes. */
  interface: z.object({ path: z.string(), label: z.string() }).nullable(),
  /** Null: the gateway's own. */
  dscp: z.number().int().nullable(),
  /** The check that it belongs to. */
  checkId: id.nullable(),
  createdAt: instant,
  createdByName: z.string().nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
})

const diagnosticSorts = ['createdAt', 'kind', 'target', 'state', 'endedAt'] as const

const listInput = pageInput.extend({
  deviceId: id,
  kind: oneOrMany(diagnosticKind),
  state: oneOrMany(z.enum(diagnosticStates)),
  /** Exactly this host. */
  target: z.string().max(256).optional(),
  range: z.enum(diagnosticRanges).optional(),
  checkId: id.optional(),
  sort: z
    .string()
    .max(40)
    .refine((sort) => diagnosticSorts.includes(sort.replace(/^-/, '') as never), 'validation.format')
    .default('-createdAt'),
})

export const pageDiagnostics = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/:deviceId/diagnostics/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'What a gateway tried out by itself, newest first',
  input: listInput,
  output: pageOf(diagnosticRun),
  errors: ['device.not_found'],
})

export const exportDiagnostics = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/diagnostics/export',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'The same list as CSV, the first 10,000 at most',
  input: listInput,
  output: z.null(),
  answer: 'csv',
  errors: ['device.not_found'],
  audit: 'device.diagnostics_exported',
})

export const getDiagnostic = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/diagnostics/:runId',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'One diagnostic of a gateway',
  input: z.object({ deviceId: id, runId: id }),
  output: diagnosticRun,
  errors: ['device.not_found', 'diagnostic.not_found'],
})

export const diagnosticSeries = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/diagnostics/series',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'One kind of diagnostic over time, of those that came to an end, oldest first, what was aimed at, and by which line; more than 1,000 are averaged, as many at a time as it takes',
  input: z.object({
    deviceId: id,
    kind: diagnosticKind,
    range: z.enum(diagnosticRanges).default('7d'),
    /** Exactly this target; omitted: the most frequent one. */
    target: z.string().max(256).optional(),
    /** Exactly this line, empty: as the gateway routes; omitted: the line with the most runs. */
    interface: z.string().max(256).optional(),
  }),
  output: z.object({
    target: z.string().nullable(),
    /** Targets of this kind within the range, the most frequent first, 50 at most. */
    targets: z.array(z.string()),
    /** Line of the points; empty: as the gateway routes. */
    interface: z.string(),
    /** Lines of runs to that target, the most frequent first, 50 at most, by their latest names. */
    interfaces: z.array(z.object({ path: z.string(), label: z.string() })),
    points: z.array(
      z.object({
        /** The last of its runs. */
        runId: id,
        at: instant,
        /** By kind: average round trip, hops, time of a lookup, Mbit/s; null without a result. */
        value: z.number().nullable(),
        /** Packet loss of a ping; hop of a trace with the largest increase in round trip. */
        second: z.number().nullable(),
      }),
    ),
  }),
  errors: ['device.not_found'],
})

export const diagnosticSupport = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/diagnostics/support',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Which diagnostics a gateway has, as far as its parameters are known: `unknown` may be tried',
  input: z.object({ deviceId: id }),
  output: z.array(
    z.object({
      kind: diagnosticKind,
      supported: z.enum(['yes', 'no', 'unknown']),
      /** Whether a download or an upload can be measured by time. */
      byTime: z.enum(['yes', 'no', 'unknown']),
    }),
  ),
  errors: ['device.not_found'],
})

export const diagnosticInterfaces = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/diagnostics/interfaces',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'The lines of a gateway that a diagnostic can go out by, the one in use first, as far as they are known',
  input: z.object({ deviceId: id }),
  output: z.array(z.object({ path: z.string(), label: z.string(), inUse: z.boolean() })),
  errors: ['device.not_found'],
})

const within = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max)

/** Diagnostic to run on one gateway or on several. */
const order = {
  kind: diagnosticKind,
  /** Target of the ping, trace or lookup. */
  host: host.optional().meta({ examples: ['www.example.com'] }),
  /** Repetitions of a ping (50 at most) or a lookup (20), attempts per hop of a trace (10). */
  count: within(countLimits.ping).optional(),
  timeoutMs: within(diagnosticLimits.timeoutMs).default(diagnosticLimits.timeoutMs.default),
  /** Bytes of an echo; pings only. */
  sizeBytes: within(diagnosticLimits.sizeBytes).default(diagnosticLimits.sizeBytes.default),
  /** Traces only. */
  maxHops: within(diagnosticLimits.maxHops).default(diagnosticLimits.maxHops.default),
  /** Lookups only; omitted: the gateway's own. */
  dnsServer: host.optional().meta({ examples: ['192.0.2.53'] }),
  /** Downloads and uploads: http or ftp without a user name; omitted: our own test point. */
  url: z
    .string()
    .trim()
    .max(256)
    .superRefine((value, context) => {
      const problem = testUrlProblem(value)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    })
    .meta({ examples: ['http://speed.example.com/10MB.bin'] })
    .optional(),
  /** Size of our test file, and of an upload. */
  bytes: within(diagnosticLimits.testBytes).default(diagnosticLimits.testBytes.default),
  /** Duration to measure for, where the gateway has TimeBasedTestDuration. */
  durationSeconds: within(diagnosticLimits.durationSeconds).optional(),
  /** DSCP of sent packets; not for lookups. Omitted: the gateway's own. */
  dscp: within(diagnosticLimits.dscp).optional(),
}

type Order = z.output<z.ZodObject<typeof order>>

function judgeOrder({ kind, host: target, count, dscp }: Order, context: z.RefinementCtx): void {
  if (dscp !== undefined && !hasDscp(kind)) {
    context.addIssue({ code: 'custom', path: ['dscp'], message: 'validation.notAllowed' })
  }
  if (measuresThroughput(kind)) return
  if (target === undefined)
    context.addIssue({ code: 'custom', path: ['host'], message: 'validation.missing' })
  if (count !== undefined && count > countLimits[kind].max) {
    context.addIssue({
      code: 'too_big',
      origin: 'number',
      maximum: countLimits[kind].max,
      path: ['count'],
      input: count,
    })
  }
}

export const startDiagnostic = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/diagnostics',
  access: 'DMS_SERVER_DEVICE_DIAGNOSE',
  summary: 'Let a gateway ping, trace, look up, download or upload; one of a kind at a time',
  input: z
    .object({
      deviceId: id,
      ...order,
      /** Outgoing line: one of `diagnostics/interfaces`. Omitted: as the gateway routes. */
      interface: z
        .string()
        .max(256)
        .regex(/^(?:InternetGateway)?Device\.(?:[A-Za-z0-9_-]+\.)+$/)
        .meta({ examples: ['Device.IP.Interface.1.'] })
        .optional(),
    })
    .superRefine(judgeOrder),
  output: z.object({ runId: id }),
  errors: [
    'device.not_found',
    'device.move_not_allowed',
    'diagnostic.model_unknown',
    'diagnostic.not_supported',
    'diagnostic.no_such_line',
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

export const startDiagnostics = endpoint({
  method: 'POST',
  path: '/api/v1/device/batch/diagnostics',
  access: 'DMS_SERVER_DEVICE_DIAGNOSE',
  summary: 'Let several gateways try out the same; what becomes of it is a batch that is found again',
  input: z.object({ deviceIds: ids, ...order }).superRefine(judgeOrder),
  output: z.object({ accepted: z.number().int(), failed: z.array(failedItem) }),
  errors: ['50001', '50002'],
  audit: 'device.diagnostic_started',
})

const diagnosticBatch = z.object({
  id,
  kind: diagnosticKind,
  /** Empty: our own test point. */
  target: z.string(),
  /** Gateways that started it. */
  gateways: z.number().int(),
  /** Visible runs by state. */
  states: z.object({
    requested: z.number().int(),
    running: z.number().int(),
    complete: z.number().int(),
    failed: z.number().int(),
    expired: z.number().int(),
    cancelled: z.number().int(),
  }),
  createdAt: instant,
  createdByName: z.string().nullable(),
})

export const pageDiagnosticBatches = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/batch/diagnostics/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Diagnostics that were begun on several gateways at once, newest first, and how far they are',
  input: pageInput.omit({ sort: true }).extend({ kind: oneOrMany(diagnosticKind) }),
  output: pageOf(diagnosticBatch),
  errors: [],
})

export const getDiagnosticBatch = endpoint({
  method: 'GET',
  path: '/api/v1/device/batch/diagnostics/:batchId',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'How far a diagnostic of several gateways is',
  input: z.object({ batchId: id }),
  output: diagnosticBatch,
  errors: ['diagnostic.batch_not_found'],
})

export const pageBatchDiagnostics = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/batch/diagnostics/:batchId/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'What the gateways of a batch found, each with its name',
  input: pageInput.omit({ sort: true }).extend({ batchId: id, state: oneOrMany(z.enum(diagnosticStates)) }),
  output: pageOf(diagnosticRun.extend({ deviceId: id, deviceName: z.string(), companyName: z.string() })),
  errors: ['diagnostic.batch_not_found'],
})
