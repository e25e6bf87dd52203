import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { lineProfileKinds, lineProfileLimits as limits, testedParts } from './line-profiles.ts'
import {
  causeRules,
  judgedDays,
  lineMeasurers,
  lineStates,
  lineTargets,
  outageCauses,
  responsibilities,
  secondViews,
} from './line-quality-values.ts'
import { expectedAnswers, httpStatuses, linkAddress, linkHost, linkUrl } from './link-test-schemas.ts'
import { linkMethods, linkProblems, linkTestKinds, linkTestLimits, pathMoments } from './link-tests.ts'
import { noRegion } from './outlet-region.ts'
import { isps, lineTypes } from './outlet-values.ts'
import { outletRegion } from './outlets.ts'
import { importErrors, importResult } from './imports.ts'
import { done, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

/** Means over a period; null: nothing was measured in it. */
const means = z.object({
  loss: z.number().nullable(),
  rtt: z.number().nullable(),
  jitter: z.number().nullable(),
  mos: z.number().nullable(),
})
const measurer = z.enum(lineMeasurers).nullable()
const profileKind = z.enum(lineProfileKinds)

const measuredLine = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  outletId: id,
  outletName: z.string(),
  name: z.string(),
  isp: z.enum(isps),
  ispName: z.string(),
  type: z.enum(lineTypes),
  downMbps: z.number(),
  upMbps: z.number(),
  profile: profileKind,
  state: z.enum(lineStates),
  since: instant,
  measuredAt: instant.nullable(),
  measuredBy: measurer,
  now: means,
  day: means,
  week: means,
  /** Whether it was within target in the last day and week, as of `judgedAt`; null: nothing measured counts in that time. */
  dayTarget: z.enum(lineTargets).nullable(),
  weekTarget: z.enum(lineTargets).nullable(),
  judgedAt: instant.nullable(),
  /** The last 24 hours, a letter an hour: the worst of its minutes. u, o, d, b or -. */
  hours: z.string(),
})

const sorts = ['name', 'loss', 'rtt', 'jitter', 'mos'] as const

export const lineQuery = pageInput.extend({
  /** Part of the name or the account of a line, or of the name of its outlet. */
  search: z.string().trim().max(100).optional(),
  outletId: id.optional(),
  companyId: id.optional(),
  /** In a site of that region or below it; `/`: sites without a region. */
  region: z.literal(noRegion).or(outletRegion).optional(),
  /** In a site of that department. */
  departmentId: id.optional(),
  isp: oneOrMany(z.enum(isps)),
  type: oneOrMany(z.enum(lineTypes)),
  state: oneOrMany(z.enum(lineStates)),
  profile: oneOrMany(profileKind),
  dayTarget: oneOrMany(z.enum(lineTargets)),
  weekTarget: oneOrMany(z.enum(lineTargets)),
  /** With an outage that lasted at or after, and before: those that their gateway contradicts left out. */
  outageFrom: z.iso.datetime().optional(),
  outageTo: z.iso.datetime().optional(),
  sort: z.enum(sorts.flatMap((column) => [column, `-${column}`] as const)).default('name'),
})

export const pageMeasuredLines = endpoint({
  method: 'POST',
  reads: true,
  path: '/dial/api/v1/line/lists',
  access: 'DMS_SERVER_LINE',
  summary: 'How internet lines do, of the company acted in, or of all below it',
  input: lineQuery,
  output: pageOf(measuredLine),
})

export const exportMeasuredLines = endpoint({
  method: 'POST',
  path: '/dial/api/v1/line/export',
  access: 'DMS_SERVER_LINE',
  summary: 'The same list as CSV (filters with page 1; at most 10,000 rows)',
  input: lineQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'line_quality.exported',
})

export const countLinesOnTarget = endpoint({
  method: 'GET',
  path: '/dial/api/v1/line/target',
  access: 'DMS_SERVER_LINE',
  summary:
    'How many lines were within target in the last day and week, of the company acted in or of all below it: those with loss, ' +
    'p95 round-trip time and jitter within their limits in 95 % of the counted minutes',
  input: z.object({ companyId: id.optional(), outletId: id.optional() }),
  output: z.object({
    periods: z.array(
      z.object({
        days: z.union(judgedDays.map((days) => z.literal(days))),
        within: z.number().int(),
        outside: z.number().int(),
        /** Measured less often than every five minutes: not judged. */
        seldom: z.number().int(),
      }),
    ),
    /** Of the line that was judged longest ago, within about an hour; null: none was. */
    judgedAt: instant.nullable(),
  }),
})

const result = z.object({
  target: z.string(),
  kind: z.enum(linkTestKinds),
  method: z.enum(linkMethods),
  address: z.string().nullable(),
  at: instant,
  passed: z.boolean(),
  problem: z.enum(linkProblems).nullable(),
  /** Of DNS: what was answered. */
  answers: z.array(z.string()).optional(),
  /** Of HTTP. */
  http: z.object({ status: z.number().nullable(), certificateDays: z.number().nullable() }).optional(),
})

const measuredRate = z.object({ bitsPerSecond: z.number(), at: instant, by: z.enum(lineMeasurers) })

export const getMeasuredLine = endpoint({
  method: 'GET',
  path: '/dial/api/v1/line/:lineId',
  access: 'DMS_SERVER_LINE',
  summary: 'How one internet line does: figures of the last day and week, its tests and targets',
  input: z.object({ lineId: id }),
  output: measuredLine.extend({
    /** As the line chose; null: by its type. */
    chosenProfile: profileKind.nullable(),
    ispHost: z.string(),
    businessHost: z.string(),
    limits: z.object({ loss: z.number(), rtt: z.number(), jitter: z.number() }),
    timeZone: z.string(),
    /** The last rate that was measured in each direction; null: not measured. */
    throughput: z.object({ down: measuredRate.nullable(), up: measuredRate.nullable() }),
    /** By its profile; null: not tested. */
    throughputPlan: z
      .object({
        everyDays: z.number().int(),
        /** Of a test, in one direction. */
        testMegabytes: z.number().int(),
        monthMegabytes: z.number().int(),
        /** That tests moved since the month began, or may move. */
        movedMegabytes: z.number(),
        nextAt: instant.nullable(),
      })
      .nullable(),
    figures: z.array(
      z.object({
        days: z.number().int(),
        /** Shares of 1; null: nothing counts. */
        availability: z.number().nullable(),
        withinTarget: z.number().nullable(),
        coverage: z.number().nullable(),
        downMinutes: z.number().int(),
        blindMinutes: z.number().int(),
        outages: z.number().int(),
        /** Counted in the hours in which the outlet is open. */
        businessHours: z.boolean(),
        /** Minutes from one test to the next; too many for a share within target where it is null. */
        everyMinutes: z.number().int(),
      }),
    ),
    tests: z.array(result),
    /** The last two hours, a letter a minute, from `minutesFrom` on. */
    minutes: z.string(),
    minutesFrom: instant,
  }),
  errors: ['line.not_found'],
})

const outage = z.object({
  id,
  beganAt: instant,
  endedAt: instant.nullable(),
  downMinutes: z.number().int(),
  /** The minute that lost most, of several the slowest; what it lost in per cent, and its median round trip. */
  worstAt: instant,
  worstLoss: z.number().nullable(),
  worstRtt: z.number().nullable(),
  /** Targets that failed while it was down. */
  targets: z.array(z.enum(testedParts)),
  secondView: z.enum(secondViews),
  /** What the gateway says so by. */
  secondBy: z.enum(['inform', 'ping']),
  cause: z.enum(outageCauses),
  responsibility: z.enum(responsibilities),
  /** The rule that says so; null: a person does, or nobody yet. */
  causeRule: z.enum(causeRules).nullable(),
  causeBy: z.string(),
  causeAt: instant.nullable(),
  note: z.string(),
})

export const pageLineOutages = endpoint({
  method: 'POST',
  reads: true,
  path: '/dial/api/v1/line/:lineId/outage/lists',
  access: 'DMS_SERVER_LINE',
  summary: 'Outages of a line, newest first',
  input: pageInput.extend({ lineId: id }),
  output: pageOf(outage),
  errors: ['line.not_found'],
})

export const outageQuery = pageInput.omit({ sort: true }).extend({
  companyId: id.optional(),
  outletId: id.optional(),
  lineId: id.optional(),
  /** In a site of that region or below it; `/`: sites without a region. */
  region: z.literal(noRegion).or(outletRegion).optional(),
  departmentId: id.optional(),
  isp: oneOrMany(z.enum(isps)),
  cause: oneOrMany(z.enum(outageCauses)),
  responsibility: oneOrMany(z.enum(responsibilities)),
  /** That lasted at or after, and before. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** `yes`: without those that the gateway of their line contradicts. */
  counted: z.enum(['yes']).optional(),
})

export const pageOutages = endpoint({
  method: 'POST',
  reads: true,
  path: '/dial/api/v1/outage/lists',
  access: 'DMS_SERVER_LINE',
  summary: 'Outages of lines of the company acted in, or of all below it, newest first',
  input: outageQuery,
  output: pageOf(
    outage.extend({
      lineId: id,
      lineName: z.string(),
      isp: z.enum(isps),
      ispName: z.string(),
      outletId: id,
      outletName: z.string(),
      companyId: id,
      companyName: z.string(),
    }),
  ),
})

export const setOutageCause = endpoint({
  method: 'PUT',
  path: '/dial/api/v1/outage/:outageId/cause',
  access: 'DMS_SERVER_LINE_EDIT',
  summary: 'Say what caused an outage, and who answers for it',
  input: z.object({
    outageId: id,
    cause: z.enum(outageCauses),
    responsibility: z.enum(responsibilities),
    note: z.string().trim().max(500).default(''),
  }),
  output: done,
  errors: ['line_outage.not_found'],
  audit: 'line_quality.cause_set',
})

export const pathHop = z.object({
  ttl: z.number().int(),
  address: z.string().nullable(),
  sent: z.number().int(),
  received: z.number().int(),
  rtt: z.number().nullable(),
})

/** The autonomous system that an address belongs to. */
const network = z.object({ asn: z.number().int(), name: z.string() })

export const listLinePaths = endpoint({
  method: 'GET',
  path: '/dial/api/v1/line/:lineId/path',
  access: 'DMS_SERVER_LINE',
  summary: 'Paths from a line to its targets, newest first, at most 100',
  input: z.object({ lineId: id }),
  output: z.object({
    items: z.array(
      z.object({
        id,
        at: instant,
        target: z.string(),
        moment: z.enum(pathMoments),
        method: z.enum(['mtr', 'traceroute']),
        reached: z.boolean(),
        hops: z.array(pathHop.extend({ network: network.nullable() })),
        /** Hops that limit their ICMP answers: nothing is lost there. */
        rateLimited: z.array(z.number().int()),
      }),
    ),
  }),
  errors: ['line.not_found'],
})

export const editLineMeasuring = endpoint({
  method: 'PUT',
  path: '/dial/api/v1/line/:lineId/measuring',
  access: 'DMS_SERVER_LINE_EDIT',
  summary: 'Choose the profile and the targets of a line; null and empty: those of its type and profile',
  input: z.object({
    lineId: id,
    profile: profileKind.nullable(),
    ispHost: z.union([z.literal(''), linkHost]),
    businessHost: z.union([z.literal(''), linkHost]),
  }),
  output: done,
  errors: ['line.not_found'],
  audit: 'line_quality.measuring_edited',
})

const bounded = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max)
const whole = (limit: { min: number; max: number }) => bounded(limit).int()

const settings = z.object({
  everySeconds: whole(limits.everySeconds),
  packets: whole(limits.packets),
  lateMs: whole(limits.lateMs),
  webEverySeconds: whole(limits.webEverySeconds),
  ispHost: z.union([z.literal(''), linkHost]),
  businessHost: z.union([z.literal(''), linkHost]),
  httpUrl: z.union([z.literal(''), linkUrl]),
  httpStatuses,
  httpText: z.string().trim().max(linkTestLimits.text.most),
  httpCertificateDays: whole(limits.httpCertificateDays),
  dnsName: z.union([z.literal(''), linkHost]),
  dnsRecord: z.enum(['A', 'AAAA']),
  dnsServer: z.union([z.literal(''), linkAddress]),
  dnsExpected: expectedAnswers,
  throughputDays: whole(limits.throughputDays),
  throughputMegabytes: whole(limits.throughputMegabytes),
  throughputMonthMegabytes: whole(limits.throughputMonthMegabytes),
  limits: z.object({
    loss: bounded(limits.loss),
    rtt: bounded(limits.rtt),
    jitter: bounded(limits.jitter),
  }),
})

export const listLineProfiles = endpoint({
  method: 'GET',
  path: '/dial/api/v1/profile',
  access: 'DMS_SERVER_LINE',
  summary: 'Profiles of the company acted in: how its lines are measured, by kind',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        kind: profileKind,
        settings,
        /** Null: as shipped. */
        changedAt: instant.nullable(),
        changedBy: z.string(),
        lines: z.number().int(),
      }),
    ),
  }),
})

export const editLineProfile = endpoint({
  method: 'PUT',
  path: '/dial/api/v1/profile/:kind',
  access: 'DMS_SERVER_LINE_EDIT',
  summary: 'Change a profile: its lines follow',
  input: settings.extend({ kind: profileKind }),
  output: done,
  audit: 'line_quality.profile_edited',
})

export const getAddressNetworks = endpoint({
  method: 'GET',
  path: '/dial/api/v1/network',
  access: 'DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM',
  summary: 'How many prefixes of addresses have the name of their network, and since when',
  input: z.object({}),
  output: z.object({ prefixes: z.number().int(), importedAt: instant.nullable() }),
})

export const importAddressNetworks = endpoint({
  method: 'POST',
  path: '/dial/api/v1/network/import',
  access: 'DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM',
  summary:
    'Import the networks of addresses from a CSV (prefix, asn, name) in place of those that were known: all rows or none, at most 20,000',
  inputKind: 'multipart',
  input: z.object({}),
  output: importResult,
  errors: ['permission.denied', ...importErrors],
  audit: 'line_quality.networks_imported',
})

export const listCarrierOutages = endpoint({
  method: 'GET',
  path: '/dial/api/v1/carrierOutage',
  access: 'DMS_SERVER_LINE',
  summary:
    'Outages of carriers in cities, of the last day: the platform sees each, an MSP its own lines of it, a company that there is one',
  input: z.object({ lineId: id.optional(), outletId: id.optional() }),
  output: z.object({
    /** At most 50, those that last first. */
    items: z.array(
      z.object({
        id: z.uuid(),
        isp: z.enum(isps),
        /** GB/T 2260, city level. */
        cityCode: z.string(),
        /** From above and of a company: when the first of its own lines went down. */
        beganAt: instant,
        /** Null: it lasts. */
        endedAt: instant.nullable(),
        /** Of the platform alone. */
        lines: z.number().int().nullable(),
        companies: z.number().int().nullable(),
        /** Lines in sight, at most 50; within a company none. */
        own: z.array(
          z.object({
            lineId: id,
            lineName: z.string(),
            outletId: id,
            outletName: z.string(),
            companyId: id,
            companyName: z.string(),
            beganAt: instant,
            endedAt: instant.nullable(),
          }),
        ),
      }),
    ),
  }),
})
