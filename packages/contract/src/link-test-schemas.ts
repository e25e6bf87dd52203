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

const address = z.union([z.ipv4(), z.ipv6()])

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
    statuses: z.array(bounded(limits.statuses)).max(limits.statuses.most).default([]),
    text: z.string().min(1).max(limits.text.most).nullable().default(null),
    timeoutMs: usual(limits.timeoutMs),
  }),
  z.object({
    ...every,
    kind: z.literal('dns'),
    name: linkHost,
    record: z.enum(['A', 'AAAA']).default('A'),
    server: address.nullable().default(null),
    answer: address.nullable().default(null),
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
