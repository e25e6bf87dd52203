import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { quotaKinds, requestCodePattern } from '@netward/contract/states/licence'
import { z } from 'zod'

/** Allowed clock skew between two installations. */
const tolerance = 5 * 60_000

const moment = z.iso.datetime()

const content = z.strictObject({
  format: z.literal('netward-licence-2'),
  issuer: z.string().max(200),
  /** The issuer's public key: 32 bytes as base64url. */
  key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  serial: z.string().regex(/^[A-Z0-9-]{4,40}$/),
  /** Monotonic within a serial number. */
  revision: z.number().int().min(1).max(2_000_000_000),
  /** Code of the company that may use it. */
  company: z.string().regex(/^[a-z0-9][a-z0-9-]{1,30}$/),
  /** Request code of the installation that may use it. */
  installation: z.string().regex(requestCodePattern),
  grants: z
    .array(z.strictObject({ kind: z.enum(quotaKinds), quantity: z.number().int().min(1).max(10_000_000) }))
    .min(1)
    .max(quotaKinds.length)
    .refine((given) => new Set(given.map(({ kind }) => kind)).size === given.length),
  from: moment,
  until: moment,
  issuedAt: moment,
})

/** Files of the first format name no installation: they would be valid everywhere. */
const unbound = z.object({ content: z.object({ format: z.literal('netward-licence-1') }) })

const licenceFile = z.strictObject({ content, signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/) })

export type LicenceContent = z.infer<typeof content>

/** Signed content: JSON without white space, object keys in code point order. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`)
  return `{${fields.join(',')}}`
}

/** The text of a .lic file. `content.key` must be the public half of `key`. */
export function writeLicenceFile(given: LicenceContent, key: KeyObject): string {
  const signature = sign(null, Buffer.from(canonical(given)), key).toString('base64url')
  return `${JSON.stringify({ content: given, signature }, null, 2)}\n`
}

export type FileRefusal =
  | {
      readonly code:
        | 'licence.file_malformed'
        | 'licence.file_unbound'
        | 'licence.file_other_issuer'
        | 'licence.file_altered'
    }
  | { readonly code: 'licence.file_other_installation'; readonly params: { installation: string } }
  | { readonly code: 'licence.file_other_company'; readonly params: { company: string } }
  | { readonly code: 'licence.clock_behind'; readonly params: { seen: string } }
  | { readonly code: 'licence.file_from_future'; readonly params: { issuedAt: string } }
  | { readonly code: 'licence.file_expired'; readonly params: { until: string } }

/**
 * Checks a file offline: first its issuer, then its integrity, its company and installation, and its dates.
 * The database checks the revision for replay.
 */
export function readLicenceFile(
  text: string,
  judge: {
    /** Public keys, base64url. */
    readonly trusted: ReadonlySet<string>
    readonly companyCode: string
    /** The request code of this installation. */
    readonly installation: string
    readonly now: Date
    /** The latest time named by any earlier file; null if none. */
    readonly newestSeen: Date | null
  },
): { content: LicenceContent } | FileRefusal {
  const file = parsed(text)
  if (typeof file === 'string') return { code: file }
  const { content: given, signature } = file
  if (!judge.trusted.has(given.key)) return { code: 'licence.file_other_issuer' }
  const signed = Buffer.from(canonical(given))
  if (!verify(null, signed, publicKeyOf(given.key), Buffer.from(signature, 'base64url')))
    return { code: 'licence.file_altered' }
  if (given.company !== judge.companyCode)
    return { code: 'licence.file_other_company', params: { company: given.company } }
  if (given.installation !== judge.installation)
    return { code: 'licence.file_other_installation', params: { installation: given.installation } }
  const latest = judge.now.getTime() + tolerance
  // A clock that was set back would keep expired files valid.
  if (judge.newestSeen !== null && judge.newestSeen.getTime() > latest)
    return { code: 'licence.clock_behind', params: { seen: judge.newestSeen.toISOString() } }
  if (Date.parse(given.issuedAt) > latest)
    return { code: 'licence.file_from_future', params: { issuedAt: given.issuedAt } }
  if (Date.parse(given.until) <= judge.now.getTime() || Date.parse(given.until) <= Date.parse(given.from))
    return { code: 'licence.file_expired', params: { until: given.until } }
  return { content: given }
}

/** The public half, as it appears in files and settings. */
export function publicKeyText(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x ?? ''
}

/** @throws Error when the text is not an Ed25519 public key. */
export function publicKeyOf(text: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
}

export function privateKeyOf(der: Buffer): KeyObject {
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

function parsed(
  text: string,
): z.infer<typeof licenceFile> | 'licence.file_malformed' | 'licence.file_unbound' {
  try {
    const read: unknown = JSON.parse(text)
    const file = licenceFile.safeParse(read)
    if (file.success) return file.data
    return unbound.safeParse(read).success ? 'licence.file_unbound' : 'licence.file_malformed'
  } catch {
    return 'licence.file_malformed'
  }
}
