import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { encoding, protocol, presentedWay, username, wayIn } from './terminal-schemas.ts'
import {
  longestTerminalAnswer,
  maxTerminalPrompts,
  terminalOutcomes,
  terminalStates,
} from './terminal-values.ts'

const size = { columns: z.number().int().min(2).max(500), rows: z.number().int().min(2).max(300) }

const terminalAccess = z.object({
  ...presentedWay,
  /** The device's own sign-in, the company's first matching profile, or nothing: then these are defaults. */
  source: z.enum(['device', 'profile', 'none']),
  profileName: z.string().nullable(),
  /** SHA-256 of the trusted host key, and of another one that was refused since. */
  hostKey: z.string().nullable(),
  hostKeyAt: instant.nullable(),
  offeredHostKey: z.string().nullable(),
  offeredAt: instant.nullable(),
})

export const getTerminalAccess = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/terminal/access',
  access: 'DMS_SERVER_DEVICE_TERMINAL',
  summary: 'How a device is entered, without what is secret of it',
  input: z.object({ deviceId: id }),
  output: terminalAccess,
  errors: ['device.not_found'],
})

export const setTerminalAccess = endpoint({
  method: 'PUT',
  path: '/api/v1/device/:deviceId/terminal/access',
  access: 'DMS_SERVER_DEVICE_TERMINAL_EDIT',
  summary:
    'Set how a device is entered, which goes before the profiles of its company. A secret that is left out stays; null removes it',
  input: z.object({ deviceId: id, ...wayIn }),
  output: terminalAccess,
  errors: ['device.not_found', 'device.move_not_allowed', 'terminal.bad_key'],
  audit: 'terminal.access_changed',
})

export const removeTerminalAccess = endpoint({
  method: 'DELETE',
  path: '/api/v1/device/:deviceId/terminal/access',
  access: 'DMS_SERVER_DEVICE_TERMINAL_EDIT',
  summary:
    'Remove what is set for a device alone, with its secret: it follows the profiles of its company again',
  input: z.object({ deviceId: id }),
  output: terminalAccess,
  errors: ['device.not_found', 'device.move_not_allowed'],
  audit: 'terminal.access_removed',
})

export const acceptHostKey = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/terminal/host-key',
  access: 'DMS_SERVER_DEVICE_TERMINAL_EDIT',
  summary:
    'Trust the new host key of a device from now on: the one that was refused, named by its fingerprint',
  input: z.object({ deviceId: id, fingerprint: z.string().min(1).max(100) }),
  output: terminalAccess,
  errors: ['device.not_found', 'device.move_not_allowed', 'terminal.host_key_unknown'],
  audit: 'terminal.host_key_accepted',
})

export const openTerminal = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/terminal',
  access: 'DMS_SERVER_DEVICE_TERMINAL',
  summary:
    'Ask for a terminal on a device: a ticket, good once within 30 seconds, for the WebSocket /api/v1/device/terminal/stream',
  input: z.object({
    deviceId: id,
    reason: z.string().trim().min(4).max(500),
    /** The open work order of the device's company that it is opened for. */
    orderId: id.optional(),
    encoding: encoding.optional(),
    username: username.optional(),
    /** For this session only; not stored. */
    password: z.string().max(200).optional(),
  }),
  output: z.object({
    terminalId: id,
    ticket: z.string(),
    /** Approval of the company is pending until then; the WebSocket opens at once all the same. */
    askedUntil: instant.nullable(),
  }),
  errors: ['device.not_found', 'device.move_not_allowed', 'terminal.too_many', 'work_order.not_found'],
  audit: 'terminal.opened',
})

const filters = {
  /** Part of the name of the person, the device, or of the reason. */
  search: z.string().trim().max(100).optional(),
  state: oneOrMany(z.enum(terminalStates)),
  deviceId: id.optional(),
}

const terminal = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  deviceId: id,
  deviceName: z.string(),
  personName: z.string(),
  fromOutside: z.boolean(),
  remoteAddress: z.string(),
  reason: z.string(),
  protocol,
  port: z.number().int(),
  username: z.string(),
  state: z.enum(terminalStates),
  outcome: z.enum(terminalOutcomes).nullable(),
  endedBy: z.string().nullable(),
  /** Approval deadline, while pending. */
  askedUntil: instant.nullable(),
  /** Who approved or refused it. */
  decidedBy: z.string().nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  recordedBytes: z.number().int(),
  /** The company lets the reader in no more: address, reason, port and user name are left out. */
  withheld: z.boolean(),
})

export const pageTerminals = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/terminal/lists',
  access: 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE',
  summary: 'Who was on which device and why, newest first',
  input: pageInput.omit({ sort: true }).extend(filters),
  output: pageOf(terminal),
})

export const exportTerminals = endpoint({
  method: 'POST',
  path: '/api/v1/device/terminal/export',
  access: 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE',
  summary: 'The same list as CSV, the newest 10,000 at most',
  input: pageInput.omit({ sort: true }).extend(filters),
  output: z.null(),
  answer: 'csv',
  audit: 'terminal.exported',
})

/** Messages of the browser beside the keys, which are binary frames. */
export const terminalControl = z.discriminatedUnion('type', [
  z.object({ type: z.literal('resize'), ...size }),
  /** One answer per prompt of a round of the device's sign-in. */
  z.object({
    type: z.literal('answer'),
    round: z.number().int(),
    answers: z.array(z.string().max(longestTerminalAnswer)).max(maxTerminalPrompts),
  }),
  z.object({ type: z.literal('end') }),
])
