import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { lineQuery } from './line-quality.ts'
import { lineMeasurers } from './line-quality-values.ts'
import {
  kindsOfVantage,
  lineTestLimits as limits,
  lineTestProblems,
  lineTestStates,
  vantageRefusals,
} from './line-test-values.ts'
import { expectedAnswers, httpStatuses, linkAddress, linkHost, linkUrl } from './link-test-schemas.ts'
import { linkMethods, linkProblems, linkTestKinds, linkTestLimits } from './link-tests.ts'
import { noRegion } from './outlet-region.ts'
import { isps } from './outlet-values.ts'
import { outletRegion } from './outlets.ts'
import { testForOrder } from './order-act-schemas.ts'
import { pathHop } from './line-quality.ts'
import { done, id, ids, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const kind = z.enum(linkTestKinds)
const vantage = z.enum(lineMeasurers)
const milliseconds = z.number().nullable()

/** What packets say: a gateway tells no more than their number and the bounds of their times. */
const pings = z.object({
  sent: z.number().int(),
  received: z.number().int(),
  loss: z.number().nullable(),
  min: milliseconds,
  avg: milliseconds,
  median: milliseconds,
  p95: milliseconds,
  max: milliseconds,
  jitter: milliseconds,
  mos: z.number().nullable(),
  /** Of each packet, null: lost; empty where they are not known one by one. */
  times: z.array(milliseconds),
})

/** Text in it is of the network: never markup. */
const result = z.object({
  method: z.enum(linkMethods),
  address: z.string().nullable(),
  passed: z.boolean(),
  problem: z.enum(linkProblems).nullable(),
  lastedMs: z.number().nullable(),
  pings: pings.nullable(),
  /** Of TCP and DNS. */
  time: milliseconds,
  http: z
    .object({
      dns: milliseconds,
      connect: milliseconds,
      tls: milliseconds,
      firstByte: milliseconds,
      total: milliseconds,
      status: z.number().int().nullable(),
      certificateDays: z.number().nullable(),
    })
    .nullable(),
  answers: z.array(z.string()).nullable(),
  path: z
    .object({ reached: z.boolean(), hops: z.array(pathHop), rateLimited: z.array(z.number()) })
    .nullable(),
  throughput: z
    .object({
      direction: z.enum(['down', 'up']),
      bytes: z.number(),
      seconds: z.number(),
      bitsPerSecond: z.number(),
    })
    .nullable(),
})

const lineTest = z.object({
  id,
  lineId: id,
  batchId: id.nullable(),
  kind,
  vantage: vantage.nullable(),
  /** Empty: the line's own address, or our test point. */
  target: z.string(),
  state: z.enum(lineTestStates),
  problem: z.enum(lineTestProblems).nullable(),
  /** What the gateway says of it, in the caller's language. */
  fault: z.string().nullable(),
  /** While it runs: so far. */
  result: result.nullable(),
  /** By the schedule of the profile; otherwise somebody asked for it. */
  scheduled: z.boolean(),
  createdByName: z.string().nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
})

const within = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max)

const order = {
  kind,
  /** Omitted: the first that can do it, of probe, server and gateway. */
  vantage: vantage.optional(),
  /** ICMP, TCP, traceroute: where to; DNS: the name. From the server always the line itself. */
  host: linkHost.optional(),
  /** TCP. */
  port: within(linkTestLimits.port).optional(),
  /** HTTP. */
  url: linkUrl.optional(),
  /** HTTP: a part of the page that must be there. */
  text: z.string().trim().min(1).max(linkTestLimits.text.most).optional(),
  /** HTTP: that pass; empty: 200 to 399. */
  statuses: httpStatuses.default([]),
  /** HTTP: a certificate that ends sooner fails. */
  certificateDays: within(linkTestLimits.certificateDays).optional(),
  /** DNS. */
  record: z.enum(['A', 'AAAA']).default('A'),
  /** DNS; omitted: the server of who tests. */
  server: linkAddress.optional(),
  /** DNS: addresses and ranges (CIDR) in which each answer must lie. */
  expected: expectedAnswers.default([]),
  /** ICMP. */
  packets: within(limits.packets).default(limits.packets.default),
  /** Throughput, against our own test point. */
  direction: z.enum(['down', 'up']).default('down'),
  /** Throughput: at most so much, and at most 10 seconds. */
  megabytes: within(limits.megabytes).default(limits.megabytes.default),
}

const needed = { icmp: 'host', tcp: 'host', traceroute: 'host', dns: 'host', http: 'url' } as const

function judge(
  input: Pick<z.output<z.ZodObject<typeof order>>, 'kind' | 'vantage' | 'host' | 'url' | 'port'>,
  context: z.RefinementCtx,
): void {
  const missing = (path: string) =>
    context.addIssue({ code: 'custom', path: [path], message: 'validation.missing' })
  if (input.vantage !== undefined && !kindsOfVantage[input.vantage].includes(input.kind))
    context.addIssue({ code: 'custom', path: ['kind'], message: 'validation.notAllowed' })
  if (input.kind === 'tcp' && input.port === undefined) missing('port')
  if (input.kind === 'throughput') return
  const field = needed[input.kind]
  if (input[field] === undefined && (field === 'url' || input.vantage !== 'server')) missing(field)
}

export const lineTestVantages = endpoint({
  method: 'GET',
  path: '/dial/api/v1/line/:lineId/test/vantage',
  access: 'DMS_SERVER_LINE',
  summary: 'From where a line can be tested now, why not from elsewhere, and its usual targets',
  input: z.object({ lineId: id }),
  output: z.object({
    items: z.array(z.object({ vantage, refusal: z.enum(vantageRefusals).nullable(), kinds: z.array(kind) })),
    /** Of the line, else of its profile; empty: none. */
    targets: z.object({ host: z.string(), url: z.string(), name: z.string(), address: z.string() }),
  }),
  errors: ['line.not_found'],
})

export const startLineTest = endpoint({
  method: 'POST',
  path: '/dial/api/v1/line/:lineId/test',
  access: 'DMS_SERVER_LINE_TEST',
  summary:
    'Test a line now: from the probe of its outlet, from the server, or by its gateway; one of a kind at a time',
  input: z.object({ lineId: id, ...order, ...testForOrder }).superRefine(judge),
  output: z.object({ testId: id }),
  errors: [
    'line.not_found',
    'line_test.no_vantage',
    'line_test.no_probe',
    'line_test.probe_offline',
    'line_test.no_address',
    'line_test.no_gateway',
    'line_test.kind_not_possible',
    'line_test.not_the_line',
    'line_test.under_way',
    'line_test.too_many',
    'device.not_found',
    'device.move_not_allowed',
    'diagnostic.model_unknown',
    'diagnostic.not_supported',
    'diagnostic.under_way',
    'work_order.not_found',
  ],
  audit: 'line_test.started',
})

export const pageLineTests = endpoint({
  method: 'POST',
  reads: true,
  path: '/dial/api/v1/line/:lineId/test/lists',
  access: 'DMS_SERVER_LINE',
  summary: 'Tests of a line that were asked for or scheduled, newest first',
  input: pageInput.omit({ sort: true }).extend({
    lineId: id,
    kind: oneOrMany(kind),
    state: oneOrMany(z.enum(lineTestStates)),
  }),
  output: pageOf(lineTest),
  errors: ['line.not_found'],
})

const placedTest = lineTest.extend({
  lineName: z.string(),
  outletId: id,
  outletName: z.string(),
  companyName: z.string(),
})

export const pageAllLineTests = endpoint({
  method: 'POST',
  reads: true,
  path: '/dial/api/v1/test/lists',
  access: 'DMS_SERVER_LINE',
  summary: 'Tests of all lines of the company acted in, or of those below it, newest first',
  input: pageInput.omit({ sort: true }).extend({
    companyId: id.optional(),
    outletId: id.optional(),
    region: z.literal(noRegion).or(outletRegion).optional(),
    departmentId: id.optional(),
    isp: oneOrMany(z.enum(isps)),
    kind: oneOrMany(kind),
    state: oneOrMany(z.enum(lineTestStates)),
    /** Whether it found what it looked for; `any`: it found something. */
    passed: z.enum(['yes', 'no', 'any']).optional(),
    /** Asked for at or after, and before. */
    from: z.iso.datetime().optional(),
    to: z.iso.datetime().optional(),
  }),
  output: pageOf(placedTest),
})

export const getLineTest = endpoint({
  method: 'GET',
  path: '/dial/api/v1/test/:testId',
  access: 'DMS_SERVER_LINE',
  summary: 'A test of a line; while it runs, what it found so far',
  input: z.object({ testId: id }),
  output: lineTest,
  errors: ['line_test.not_found'],
})

export const stopLineTest = endpoint({
  method: 'POST',
  path: '/dial/api/v1/test/:testId/stop',
  access: 'DMS_SERVER_LINE_TEST',
  summary: 'End a test early: what it found so far stays',
  input: z.object({ testId: id }),
  output: done,
  errors: ['line_test.not_found', 'line_test.over'],
  audit: 'line_test.stopped',
})

const batch = z.object({
  id,
  kind,
  target: z.string(),
  /** That were in it. */
  lines: z.number().int(),
  /** Visible tests by state. */
  states: z.record(z.enum(lineTestStates), z.number().int()),
  /** That passed. */
  passed: z.number().int(),
  createdAt: instant,
  createdByName: z.string().nullable(),
})

export const startLineTests = endpoint({
  method: 'POST',
  path: '/dial/api/v1/test/batch',
  access: 'DMS_SERVER_LINE_TEST',
  summary: `Test many lines, at most ${limits.lines}: these, or those that fit a filter; what becomes of it is found again`,
  input: z
    .object({
      lineIds: ids.optional(),
      /** In place of lines. */
      filter: lineQuery.omit({ page: true, pageSize: true, sort: true }).optional(),
      ...order,
    })
    .superRefine((input, context) => {
      judge(input, context)
      if ((input.lineIds === undefined) === (input.filter === undefined))
        context.addIssue({ code: 'custom', path: ['lineIds'], message: 'validation.missing' })
    }),
  output: z.object({ batchId: id, lines: z.number().int() }),
  errors: ['line_test.no_lines', 'line_test.too_many_lines', 'line_test.too_many'],
  audit: 'line_test.many_started',
})

export const pageLineTestBatches = endpoint({
  method: 'POST',
  reads: true,
  path: '/dial/api/v1/test/batch/lists',
  access: 'DMS_SERVER_LINE',
  summary: 'Tests of many lines that were begun here, newest first, and how far they are',
  input: pageInput.omit({ sort: true }).extend({ kind: oneOrMany(kind) }),
  output: pageOf(batch),
  errors: [],
})

export const getLineTestBatch = endpoint({
  method: 'GET',
  path: '/dial/api/v1/test/batch/:batchId',
  access: 'DMS_SERVER_LINE',
  summary: 'How far a test of many lines is',
  input: z.object({ batchId: id }),
  output: batch,
  errors: ['line_test.batch_not_found'],
})

export const pageBatchLineTests = endpoint({
  method: 'POST',
  reads: true,
  path: '/dial/api/v1/test/batch/:batchId/lists',
  access: 'DMS_SERVER_LINE',
  summary: 'What a test of many lines found of each',
  input: pageInput.omit({ sort: true }).extend({ batchId: id, state: oneOrMany(z.enum(lineTestStates)) }),
  output: pageOf(placedTest),
  errors: ['line_test.batch_not_found'],
})

export const stopLineTestBatch = endpoint({
  method: 'POST',
  path: '/dial/api/v1/test/batch/:batchId/stop',
  access: 'DMS_SERVER_LINE_TEST',
  summary: 'Take back what has not begun of a test of many lines',
  input: z.object({ batchId: id }),
  output: done,
  errors: ['line_test.batch_not_found', 'line_test.over'],
  audit: 'line_test.stopped',
})
