import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { probeLimits, probeReaches, probeStandings, probeStates, probeUpgrades } from './probe-values.ts'
import { done, id, instant, name, oneOrMany, pageInput, pageOf } from './schemas.ts'

const range = z.union([z.cidrv4(), z.cidrv6()]).meta({ examples: ['192.168.1.0/24'] })

const outlets = z
  .array(
    z.object({
      outletId: id,
      ranges: z.array(range).min(1).max(probeLimits.ranges),
      /** The probe stands here, and tests the outlet's first line; by default the only outlet of a probe. */
      isSite: z.boolean().optional(),
    }),
  )
  .min(1)
  .max(probeLimits.outlets)

const probe = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  name: z.string(),
  state: z.enum(probeStates),
  standing: z.enum(probeStandings),
  outlets: z.array(
    z.object({ outletId: id, outletName: z.string(), ranges: z.array(z.string()), isSite: z.boolean() }),
  ),
  /** Until when its enrolment token is good; null: it has none. */
  tokenUntil: instant.nullable(),
  enrolledAt: instant.nullable(),
  connectedAt: instant.nullable(),
  seenAt: instant.nullable(),
  /** From where it connected last. */
  address: z.string().nullable(),
  /** As it reports. Hostile text. */
  version: z.string(),
  system: z.string(),
  /** A newer version than its own is on this server. */
  outdated: z.boolean(),
  upgrade: z.enum(probeUpgrades).nullable(),
  /** By which means it measures reachability. */
  reach: z.enum(probeReaches).nullable(),
  /** Where it takes traps. */
  trapPort: z.number().int().nullable(),
  /** The ranges of its own configuration: it reaches nothing else. */
  localRanges: z.array(z.string()),
  /** By how much its clock is ahead, in milliseconds. */
  clockError: z.number().nullable(),
  /** Of results that wait on its disk. */
  spoolBytes: z.number().int(),
  spoolOldestAt: instant.nullable(),
  /** Values that its disk had no place for; values that were replaced by means of half an hour. */
  spoolDropped: z.number().int(),
  spoolThinned: z.number().int(),
  memoryBytes: z.number().int().nullable(),
  /** That it measures. */
  devices: z.number().int(),
  lines: z.number().int(),
})

const sorts = ['name', 'seenAt', 'createdAt'] as const

export const pageProbes = endpoint({
  method: 'POST',
  reads: true,
  path: '/dial/api/v1/probe/lists',
  access: 'DMS_SERVER_LINE',
  summary: 'Outlet probes of all visible companies',
  input: pageInput.extend({
    /** Part of a name, an address or a version. */
    search: z.string().trim().max(100).optional(),
    standing: oneOrMany(z.enum(probeStandings)),
    outletId: id.optional(),
    companyId: id.optional(),
    sort: z.enum(sorts.flatMap((column) => [column, `-${column}`] as const)).default('name'),
  }),
  output: pageOf(probe),
})

export const getProbe = endpoint({
  method: 'GET',
  path: '/dial/api/v1/probe/:probeId',
  access: 'DMS_SERVER_LINE',
  summary: 'One outlet probe',
  input: z.object({ probeId: id }),
  output: probe,
  errors: ['probe.not_found'],
})

/** What installs a probe: the token is in it, and is shown this once. */
const installation = z.object({
  probeId: id,
  token: z.string(),
  tokenUntil: instant,
  version: z.string(),
  /** Of the program, in hexadecimal; null: this server has not built it. */
  sha256: z.string().nullable(),
  /** One line for a shell on Linux: downloads, compares the hash, enrols. */
  command: z.string(),
  /** What runs it from then on. */
  systemdUnit: z.string(),
  windowsCommands: z.string(),
  containerCommand: z.string(),
})

const writeErrors = [
  'outlet.not_found',
  'outlet.outside_scope',
  'probe.name_taken',
  'probe.outlet_twice',
  'probe.site_twice',
  'probe.range_refused',
  'probe.range_overlaps',
] as const

export const createProbe = endpoint({
  method: 'POST',
  path: '/dial/api/v1/probe',
  access: 'DMS_SERVER_LINE_EDIT',
  summary: 'Add a probe for outlets; the answer shows its enrolment token once',
  input: z.object({ name, outlets }),
  output: installation,
  errors: [...writeErrors, 'probe.too_many'],
  audit: 'probe.created',
})

export const editProbe = endpoint({
  method: 'PUT',
  path: '/dial/api/v1/probe/:probeId',
  access: 'DMS_SERVER_LINE_EDIT',
  summary: 'Rename a probe, or move it to other outlets: all fields are given',
  input: z.object({ probeId: id, name, outlets }),
  output: probe,
  errors: [...writeErrors, 'probe.not_found', 'probe.outside_scope'],
  audit: 'probe.edited',
})

export const renewProbeToken = endpoint({
  method: 'POST',
  path: '/dial/api/v1/probe/:probeId/token',
  access: 'DMS_SERVER_LINE_EDIT',
  summary: 'A new enrolment token: installing with it takes the place of the machine that had the probe',
  input: z.object({ probeId: id }),
  output: installation,
  errors: ['probe.not_found', 'probe.outside_scope'],
  audit: 'probe.token_renewed',
})

export const revokeProbe = endpoint({
  method: 'POST',
  path: '/dial/api/v1/probe/:probeId/revoke',
  access: 'DMS_SERVER_LINE_EDIT',
  summary: 'Refuse a probe from now on, and end its connection; its devices go back to the server',
  input: z.object({ probeId: id }),
  output: done,
  errors: ['probe.not_found', 'probe.outside_scope', 'probe.is_revoked'],
  audit: 'probe.revoked',
})

export const deleteProbe = endpoint({
  method: 'DELETE',
  path: '/dial/api/v1/probe/:probeId',
  access: 'DMS_SERVER_LINE_EDIT',
  summary: 'Delete a probe; what it measured stays',
  inputKind: 'query',
  input: z.object({ probeId: id }),
  output: done,
  errors: ['probe.not_found', 'probe.outside_scope'],
  audit: 'probe.deleted',
})
