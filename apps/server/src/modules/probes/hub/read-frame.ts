import type { Fact } from '@netward/collector'
import type { FromProbe, Proof } from '@netward/collector/probe-frames'
import type { MetricBatch } from '@netward/contract/metric-batch'
import { probeReaches, probeUpgrades } from '@netward/contract/probe-values'
import { z } from 'zod'

/** What a probe may send, by its shape: it may be hostile. What devices said in it is judged where it is stored. */
const whole = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const moment = z.number().min(0).max(8.64e15)
const uuid = z.string().regex(/^[0-9a-f-]{36}$/)
const stream = z.number().int().min(1).max(0xffff_ffff)
const base64 = z.string().regex(/^[A-Za-z0-9+/]{20,200}={0,2}$/)

const proof = z.object({
  kind: z.literal('proof'),
  token: z.string().max(100).optional(),
  probeId: z
    .string()
    .regex(/^[1-9][0-9]{0,17}$/)
    .optional(),
  publicKey: base64,
  signature: base64,
  version: z.string().max(100),
  system: z.string().max(1000),
  ranges: z.array(z.union([z.cidrv4(), z.cidrv6()])).max(200),
})

const batch = z.object({
  epoch: uuid,
  sequence: whole,
  sentAt: moment,
  polls: z
    .array(z.looseObject({ deviceId: z.string(), at: moment, values: z.array(z.unknown()).max(50_000) }))
    .max(200),
})

const scanFind = z.object({
  address: z.string().max(64),
  credentialId: z.string().max(20).nullable(),
  refused: z.boolean(),
  identity: z.looseObject({}).nullable(),
  addresses: z.array(z.string().max(64)).max(1000),
})

const collector = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('batch'), batch }),
  z.object({
    kind: z.literal('facts'),
    epoch: uuid,
    sequence: whole,
    sentAt: moment.optional(),
    facts: z.array(z.looseObject({ kind: z.string(), deviceId: z.string(), at: moment })).max(1000),
  }),
  z.object({
    kind: z.literal('line-facts'),
    epoch: uuid,
    sequence: whole,
    sentAt: moment.optional(),
    facts: z.array(z.looseObject({ kind: z.string(), lineId: z.string(), at: moment })).max(5000),
  }),
  z.object({
    kind: z.literal('tested'),
    requestId: z.string().max(100),
    results: z.array(z.looseObject({ kind: z.string(), key: z.string() })).max(20),
    done: z.boolean(),
  }),
  z.object({
    kind: z.literal('trial'),
    trialId: z.string().max(40),
    result: z.object({
      state: z.enum(['answered', 'ping_only', 'unreachable', 'auth_failed', 'not_allowed']),
      credentialId: z.string().max(20).nullable(),
      reading: z.looseObject({ interfaces: z.array(z.unknown()).max(10_000) }).nullable(),
    }),
  }),
  z.object({
    kind: z.literal('scanned'),
    scanId: z.string().max(100),
    result: z.object({
      checked: whole,
      packets: whole,
      finds: z.array(scanFind).max(4096),
    }),
  }),
])

const frame = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('beat'),
    n: whole,
    at: moment,
    reach: z.enum(probeReaches).nullable(),
    trapPort: z.number().int().min(1).max(65535).nullable(),
    spoolBytes: whole,
    spoolOldestAt: moment.nullable(),
    dropped: whole,
    thinned: whole,
    memory: whole,
    devices: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1),
    upgrade: z.enum(probeUpgrades),
  }),
  z.object({ kind: z.literal('collector'), message: collector }),
  z.object({ kind: z.literal('opened'), stream }),
  z.object({ kind: z.literal('failed'), stream, reason: z.enum(['refused', 'no_answer']) }),
  z.object({ kind: z.literal('taken'), stream, bytes: whole }),
  z.object({ kind: z.literal('closed'), stream }),
])

export type ProbeBatch = Omit<MetricBatch, 'collector'>
export type ProbeFacts = { epoch: string; sequence: number; facts: readonly Fact[] }
export type ProbeFrame = Exclude<FromProbe, Proof>

/** Null: not a proof. */
export function readProof(message: unknown): Proof | null {
  return (proof.safeParse(message).data as Proof | undefined) ?? null
}

/** Null: nothing that a probe sends. */
export function readFrame(message: unknown): ProbeFrame | null {
  return (frame.safeParse(message).data as ProbeFrame | undefined) ?? null
}
