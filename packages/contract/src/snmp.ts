import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, name, pageInput, pageOf } from './schemas.ts'
import { authProtocols, passphraseLength, privacyProtocols, snmpVersions } from './snmp-values.ts'

const passphrase = z.string().min(passphraseLength.least).max(passphraseLength.most)

const credentialInput = {
  name,
  version: z.enum(snmpVersions),
  /** Of v1 and v2c. Write only; omitted in an edit: unchanged. */
  community: z.string().min(1).max(255).optional(),
  userName: z.string().trim().max(32).default(''),
  auth: z.enum(authProtocols).nullable().default(null),
  authPassphrase: passphrase.optional(),
  privacy: z.enum(privacyProtocols).nullable().default(null),
  privacyPassphrase: passphrase.optional(),
  /** contextName of RFC 3411; empty as a rule. */
  context: z.string().max(32).default(''),
  /** Where it is tried: in an outlet, in an address range, or in the whole company when both are null. */
  outletId: id.nullable().default(null),
  range: z.union([z.cidrv4(), z.cidrv6()]).nullable().default(null),
}

const credential = z.object({
  id,
  name: z.string(),
  version: z.enum(snmpVersions),
  userName: z.string(),
  auth: z.enum(authProtocols).nullable(),
  privacy: z.enum(privacyProtocols).nullable(),
  context: z.string(),
  outletId: id.nullable(),
  outletName: z.string().nullable(),
  range: z.string().nullable(),
  /** Tried in this order; the first is 1. */
  position: z.number().int(),
  /** Devices that answered to it last. */
  devices: z.number().int(),
  editedAt: instant,
})

export const pageCredentials = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/snmp/credential/lists',
  access: 'DMS_SERVER_DEVICE_CREDENTIAL',
  summary:
    'SNMP credentials of the company acted in, in the order in which they are tried; never their secrets',
  input: pageInput.omit({ sort: true }).extend({ search: z.string().trim().max(100).optional() }),
  output: pageOf(credential),
})

export const credentialChoices = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/snmp/credential/choices',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Names of the SNMP credentials of a company, for a field that chooses one',
  input: z.object({}),
  output: z.array(z.object({ id, name: z.string(), version: z.enum(snmpVersions) })),
})

const credentialErrors = ['outlet.not_found', 'snmp.credential_name_taken', 'snmp.secret_missing'] as const

export const createCredential = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/snmp/credential',
  access: 'DMS_SERVER_DEVICE_CREDENTIAL',
  summary: 'Add SNMP credentials: sealed, shown to no one again',
  input: z.object(credentialInput),
  output: credential,
  errors: credentialErrors,
  audit: 'snmp.credential_created',
})

export const editCredential = endpoint({
  method: 'PUT',
  path: '/monitor/api/v1/snmp/credential/:credentialId',
  access: 'DMS_SERVER_DEVICE_CREDENTIAL',
  summary: 'Change SNMP credentials; secrets that are left out stay',
  input: z.object({ credentialId: id, ...credentialInput }),
  output: credential,
  errors: ['snmp.credential_not_found', ...credentialErrors],
  audit: 'snmp.credential_edited',
})

export const moveCredential = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/snmp/credential/:credentialId/move',
  access: 'DMS_SERVER_DEVICE_CREDENTIAL',
  summary: 'Try a set earlier or later than others',
  input: z.object({ credentialId: id, position: z.number().int().min(1).max(1000) }),
  output: done,
  errors: ['snmp.credential_not_found'],
  audit: 'snmp.credential_moved',
})

export const deleteCredential = endpoint({
  method: 'DELETE',
  path: '/monitor/api/v1/snmp/credential/:credentialId',
  access: 'DMS_SERVER_DEVICE_CREDENTIAL',
  summary: 'Delete SNMP credentials: devices that name them try the others',
  inputKind: 'query',
  input: z.object({ credentialId: id }),
  output: z.object({ devices: z.number().int() }),
  errors: ['snmp.credential_not_found'],
  audit: 'snmp.credential_deleted',
})

/** What a trial of an address found. */
const trial = z.object({
  state: z.enum(['running', 'answered', 'ping_only', 'unreachable', 'auth_failed', 'not_allowed']),
  credentialName: z.string().nullable(),
  sysName: z.string(),
  vendor: z.string(),
  type: z.string(),
  model: z.string(),
  version: z.string(),
  serialNumber: z.string(),
  interfaces: z.number().int().nullable(),
})

export const tryAddress = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/snmp/trial',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary:
    'Ask an address who it is, with a set of credentials or those that fit: ask `GET …/trial/{id}` for the answer',
  input: z.object({
    ipAddress: z.union([z.ipv4(), z.ipv6()]),
    port: z.number().int().min(1).max(65535).default(161),
    credentialId: id.nullable().default(null),
    outletId: id.nullable().default(null),
  }),
  output: z.object({ trialId: id }),
  errors: ['snmp.credential_not_found', 'outlet.not_found', 'snmp.too_many_trials'],
  audit: 'snmp.address_tried',
})

export const readTrial = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/snmp/trial/:trialId',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'What a trial has found so far; kept for an hour',
  input: z.object({ trialId: id }),
  output: trial,
  errors: ['snmp.trial_not_found'],
})
