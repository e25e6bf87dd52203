import { z } from 'zod'
import { linkTestLimits as limits } from './link-tests.ts'

/** Input rules of link tests, for endpoints that take them. */

const bounded = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max)
const usual = (limit: { min: number; max: number; default: number }) => bounded(limit).default(limit.default)

/** A name or a literal address: nothing that could be an option of a program, a zone, or more than one word. */
export const linkHost = z
  .string()
  .trim()
  .max(limits.host.most)
  .regex(
    /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_.])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$/,
    'validation.format',
  )
  .meta({ examples: ['www.example.com'] })

export const linkUrl = z
  .string()
  .trim()
  .max(limits.url.most)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  }, 'validation.format')
  .meta({ examples: ['https://www.example.com/'] })

export const linkAddress = z.union([z.ipv4(), z.ipv6()])

/** What a name may resolve to. */
export const expectedAnswers = z
  .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
  .max(limits.expected.most)
  .meta({ examples: [['203.0.113.7', '198.51.100.0/24']] })

export const httpStatuses = z.array(bounded(limits.statuses)).max(limits.statuses.most)

const every = {
  key: z
    .string()
    .max(limits.key.most)
    .regex(limits.key.pattern, 'validation.format')
    .meta({ examples: ['isp'] }),
  everySeconds: usual(limits.everySeconds),
}

export const linkTest = z.discriminatedUnion('kind', [
  z.object({
    ...every,
    kind: z.literal('icmp'),
    host: linkHost.nullable(),
    packets: usual(limits.packets),
    betweenMs: usual(limits.betweenMs),
    lateMs: usual(limits.lateMs),
    bytes: usual(limits.bytes),
    tcpPort: bounded(limits.port).nullable().default(null),
  }),
  z.object({
    ...every,
    kind: z.literal('tcp'),
    host: linkHost,
    port: bounded(limits.port),
    lateMs: usual(limits.lateMs),
  }),
  z.object({
    ...every,
    kind: z.literal('http'),
    url: linkUrl,
    statuses: httpStatuses.default([]),
    text: z.string().min(1).max(limits.text.most).nullable().default(null),
    certificateDays: bounded(limits.certificateDays).nullable().default(null),
    timeoutMs: usual(limits.timeoutMs),
  }),
  z.object({
    ...every,
    kind: z.literal('dns'),
    name: linkHost,
    record: z.enum(['A', 'AAAA']).default('A'),
    server: linkAddress.nullable().default(null),
    expected: expectedAnswers.default([]),
    timeoutMs: usual(limits.timeoutMs),
  }),
  z.object({ ...every, kind: z.literal('traceroute'), host: linkHost, maxHops: usual(limits.hops) }),
  z.object({
    ...every,
    kind: z.literal('throughput'),
    direction: z.enum(['down', 'up']),
    url: linkUrl,
    mostBytes: usual(limits.throughputBytes),
    mostSeconds: usual(limits.throughputSeconds),
  }),
])

/** Tests of one line: their keys are unique. */
export const linkTests = z
  .array(linkTest)
  .max(limits.testsOfLine)
  .refine((tests) => new Set(tests.map(({ key }) => key)).size === tests.length, 'validation.format')
