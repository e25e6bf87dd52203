import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { terminalEncodings, terminalOutcomes, terminalProtocols, terminalStates } from './terminal-values.ts'

const protocol = z.enum(terminalProtocols)
const encoding = z.enum(terminalEncodings)
const size = { columns: z.number().int().min(2).max(500), rows: z.number().int().min(2).max(300) }

/** A user name of a device: printable, no control characters that a telnet login would take for an answer. */
const username = z
  .string()
  .max(100)
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  .refine((value) => !/[\u0000-\u001f\u007f]/.test(value), 'validation.format')

const terminalAccess = z.object({
  protocol,
  port: z.number().int(),
  encoding,
  legacy: z.boolean(),
  username: z.string(),
  /** What is stored to sign in with; the secret itself is told to nobody. */
  secretKind: z.enum(['password', 'key']).nullable(),
  idleMinutes: z.number().int(),
  /** SHA-256 of the host key that is trusted, and of another one that was refused since. */
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
  summary: 'Set how a device is entered. A secret that is left out stays; null removes it',
  input: z.object({
    deviceId: id,
    protocol,
    port: z.number().int().min(1).max(65_535),
    encoding,
    legacy: z.boolean().default(false),
    username: username.default(''),
    secret: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('password'), password: z.string().min(1).max(200) }),
        z.object({
          kind: z.literal('key'),
          privateKey: z.string().min(1).max(20_000),
          passphrase: z.string().max(200).default(''),
        }),
      ])
      .nullable()
      .optional(),
    idleMinutes: z.number().int().min(1).max(120).default(15),
  }),
  output: terminalAccess,
  errors: ['device.not_found', 'device.move_not_allowed', 'terminal.bad_key'],
  audit: 'terminal.access_changed',
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
    encoding: encoding.optional(),
    username: username.optional(),
    /** For this session alone; it is not kept. */
    password: z.string().max(200).optional(),
  }),
  output: z.object({ terminalId: id, ticket: z.string() }),
  errors: ['device.not_found', 'device.move_not_allowed', 'terminal.too_many'],
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
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  recordedBytes: z.number().int(),
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

export const endTerminal = endpoint({
  method: 'POST',
  path: '/api/v1/device/terminal/:terminalId/end',
  access: 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE',
  summary: "End somebody's running terminal: it closes within seconds",
  input: z.object({ terminalId: id }),
  output: done,
  errors: ['terminal.not_found', 'terminal.over'],
  audit: 'terminal.ended',
})

export const readRecording = endpoint({
  method: 'GET',
  path: '/api/v1/device/terminal/:terminalId/recording',
  access: 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE',
  summary: 'What was seen in a terminal: lines of an asciicast (version 2), a part at a time',
  input: z.object({ terminalId: id, after: z.coerce.number().int().min(-1).max(1_000_000).default(-1) }),
  output: z.object({ content: z.string(), next: z.number().int().nullable() }),
  errors: ['terminal.not_found'],
})

/** What the browser says beside the keys, which are binary frames. */
export const terminalControl = z.discriminatedUnion('type', [
  z.object({ type: z.literal('resize'), ...size }),
  z.object({ type: z.literal('end') }),
])
