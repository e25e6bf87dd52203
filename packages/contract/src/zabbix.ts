import { z } from 'zod'
import { addableTypes } from './device-values.ts'
import { endpoint } from './endpoint.ts'
import { done, failedItem, id, instant, name, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { authProtocols, passphraseLength, privacyProtocols, snmpVersions } from './snmp-values.ts'
import { zabbixFileLimit, zabbixOutcomes, zabbixStates } from './zabbix-values.ts'

const importId = { importId: id }
const base = '/monitor/api/v1/zabbix/import'

const listed = z.object({
  id,
  fileName: z.string(),
  /** Of the format: `6.0`. */
  version: z.string(),
  state: z.enum(zabbixStates),
  /** In the file. */
  hosts: z.number().int(),
  added: z.number().int(),
  createdAt: instant,
  createdByName: z.string(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
})

const group = z.object({
  n: z.number().int(),
  name: z.string(),
  hosts: z.number().int(),
  /** Where its hosts go: to an outlet, to a new one, or to where their other groups say. */
  target: z.enum(['none', 'outlet', 'new']),
  outletId: id.nullable(),
  outletName: z.string().nullable(),
  newName: z.string(),
})

const secret = z.enum(['community', 'authPassphrase', 'privacyPassphrase'])

const credential = z.object({
  n: z.number().int(),
  name: z.string(),
  version: z.enum(snmpVersions),
  userName: z.string(),
  auth: z.enum(authProtocols).nullable(),
  privacy: z.enum(privacyProtocols).nullable(),
  hosts: z.number().int(),
  /** Add the set, use an existing one, or let devices try those that fit. */
  action: z.enum(['create', 'existing', 'none']),
  credentialId: id.nullable(),
  credentialName: z.string().nullable(),
  /** Secrets that the file does not hold: they are entered, or another set is chosen. */
  missing: z.array(secret),
  /** The macros of Zabbix that hold them. */
  macros: z.array(z.string()),
  /** Why the set cannot be added, in the caller's language. */
  problems: z.array(z.string()),
})

const counts = z.object(
  Object.fromEntries(zabbixOutcomes.map((outcome) => [outcome, z.number().int()])) as {
    [K in (typeof zabbixOutcomes)[number]]: z.ZodNumber
  },
)

const detail = listed.extend({
  startedByName: z.string().nullable(),
  counts,
  /** Devices that the licence has room for; null: no limit. */
  room: z.number().int().nullable(),
  withoutSnmp: z.enum(['probe', 'skip']),
  disabled: z.enum(['skip', 'add']),
  mayCreateOutlets: z.boolean(),
  mayCreateCredentials: z.boolean(),
  /** In the order in which they decide where a host goes. */
  groups: z.array(group),
  credentials: z.array(credential),
})

export const uploadZabbix = endpoint({
  method: 'POST',
  path: base,
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: `Read hosts that Zabbix 5.0 to 7.4 exported as YAML or JSON (at most ${zabbixFileLimit} MB, 10,000 hosts), and keep what an import would add`,
  inputKind: 'multipart',
  fileLimit: zabbixFileLimit,
  input: z.object({}),
  output: z.object(importId),
  errors: [
    'zabbix.whole_company',
    'zabbix.xml',
    'zabbix.unreadable',
    'zabbix.not_an_export',
    'zabbix.wrong_version',
    'zabbix.no_hosts',
    'zabbix.too_many_hosts',
    'zabbix.aliases',
    'zabbix.too_complex',
    'file.empty',
    'file.too_large',
  ],
  audit: 'zabbix.import_prepared',
})

export const pageZabbix = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/lists`,
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Imports from Zabbix of the company acted in, the latest first',
  input: pageInput.omit({ sort: true }),
  output: pageOf(listed),
  errors: ['zabbix.whole_company'],
})

export const getZabbix = endpoint({
  method: 'GET',
  path: `${base}/:importId`,
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'An import from Zabbix: its decisions, what it would add, and how far it is',
  input: z.object(importId),
  output: detail,
  errors: ['zabbix.not_found', 'zabbix.whole_company'],
})

export const pageZabbixHosts = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/:importId/hosts`,
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'The hosts of an import from Zabbix, and what it does with each, in the order of the file',
  input: pageInput.omit({ sort: true }).extend({
    ...importId,
    outcome: oneOrMany(z.enum(zabbixOutcomes)),
    /** Part of a name or an address. */
    search: z.string().trim().max(100).optional(),
  }),
  output: pageOf(
    z.object({
      n: z.number().int(),
      /** Its technical name in Zabbix, by which a later import recognises it. */
      host: z.string(),
      name: z.string(),
      ipAddress: z.string().nullable(),
      port: z.number().int().nullable(),
      driver: z.enum(['snmp', 'probe']),
      type: z.enum(addableTypes),
      brand: z.string(),
      outletName: z.string().nullable(),
      credentialName: z.string().nullable(),
      groups: z.array(z.string()),
      outcome: z.enum(zabbixOutcomes),
      /** In the caller's language, each with the field of the file. */
      reasons: z.array(z.string()),
      /** The device that was added, or that has its address. */
      deviceId: id.nullable(),
    }),
  ),
  errors: ['zabbix.not_found', 'zabbix.whole_company'],
})

const passphrase = z.string().min(passphraseLength.least).max(passphraseLength.most)

export const decideZabbix = endpoint({
  method: 'PUT',
  path: `${base}/:importId`,
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Decide where groups go, which credentials are used and what is left out; what is omitted stays',
  input: z.object({
    ...importId,
    withoutSnmp: z.enum(['probe', 'skip']).optional(),
    disabled: z.enum(['skip', 'add']).optional(),
    /** Each group once, in the order in which they decide. */
    groups: z
      .array(
        z.object({
          n: z.number().int().min(1),
          target: z.enum(['none', 'outlet', 'new']),
          outletId: id.nullable().default(null),
          newName: name.optional(),
        }),
      )
      .max(2000)
      .optional(),
    credentials: z
      .array(
        z.object({
          n: z.number().int().min(1),
          action: z.enum(['create', 'existing', 'none']),
          name: name.optional(),
          credentialId: id.nullable().default(null),
          /** Secrets that the file lacks. Write only. */
          community: z.string().min(1).max(255).optional(),
          authPassphrase: passphrase.optional(),
          privacyPassphrase: passphrase.optional(),
        }),
      )
      .max(1000)
      .optional(),
  }),
  output: done,
  errors: [
    'zabbix.not_found',
    'zabbix.whole_company',
    'zabbix.move_not_allowed',
    'zabbix.group_not_found',
    'zabbix.credential_incomplete',
    'outlet.not_found',
    'snmp.credential_not_found',
  ],
  audit: 'zabbix.import_decided',
})

export const startZabbix = endpoint({
  method: 'POST',
  path: `${base}/:importId/start`,
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Carry out an import, by a job: outlets and credentials at once, then the devices',
  input: z.object(importId),
  output: done,
  errors: [
    'zabbix.not_found',
    'zabbix.whole_company',
    'zabbix.move_not_allowed',
    'zabbix.nothing_to_add',
    'outlet.not_found',
    'snmp.credential_not_found',
    'snmp.credential_name_taken',
  ],
  audit: 'zabbix.import_started',
})

export const undoZabbix = endpoint({
  method: 'POST',
  path: `${base}/:importId/undo`,
  access: 'DMS_SERVER_DEVICE_RELEASE',
  summary:
    'Remove what an import added, by a job, if no one changed its devices since; with outlets and credentials that nothing else uses',
  input: z.object(importId),
  output: z.object({ accepted: z.number().int(), failed: z.array(failedItem) }),
  errors: ['zabbix.not_found', 'zabbix.whole_company', 'zabbix.move_not_allowed', 'zabbix.changed_since'],
  audit: 'zabbix.import_undone',
})

export const discardZabbix = endpoint({
  method: 'DELETE',
  path: `${base}/:importId`,
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Discard an import that was not carried out',
  inputKind: 'query',
  input: z.object(importId),
  output: done,
  errors: ['zabbix.not_found', 'zabbix.whole_company', 'zabbix.move_not_allowed'],
  audit: 'zabbix.import_discarded',
})
