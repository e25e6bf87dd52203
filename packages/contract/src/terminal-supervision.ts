import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id } from './schemas.ts'

const setting = {
  /** The company approves each session of people from above. */
  ask: z.boolean(),
  /** How long an approval is awaited. */
  askMinutes: z.number().int().min(1).max(60),
  /** Maximum duration of one terminal. */
  longestMinutes: z.number().int().min(5).max(1440),
}

export const readTerminalSetting = endpoint({
  method: 'GET',
  path: '/api/v1/device/terminal/setting',
  access: 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE',
  summary: 'What the company asks of terminals on its devices',
  input: z.object({}),
  output: z.object({ ...setting, atHome: z.boolean() }),
})

export const editTerminalSetting = endpoint({
  method: 'PUT',
  path: '/api/v1/device/terminal/setting',
  access: 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE',
  summary:
    'Ask to be asked before somebody from above gets a terminal on a device of the own company, and limit all of them',
  input: z.object(setting),
  output: done,
  errors: ['terminal.only_at_home', 'terminal.whole_company_only'],
  audit: 'terminal.setting_changed',
})

export const decideTerminal = endpoint({
  method: 'POST',
  path: '/api/v1/device/terminal/:terminalId/decide',
  access: 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE',
  summary: 'Allow or refuse a terminal that somebody from above asks for: for people of the company itself',
  input: z.object({ terminalId: id, allow: z.boolean() }),
  output: done,
  errors: ['terminal.not_found', 'terminal.only_at_home', 'terminal.not_asking'],
  audit: 'terminal.decided',
})

export const endTerminal = endpoint({
  method: 'POST',
  path: '/api/v1/device/terminal/:terminalId/end',
  access: 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE',
  summary: "End somebody's running terminal: it closes within a second or two",
  input: z.object({ terminalId: id }),
  output: done,
  errors: ['terminal.not_found', 'terminal.over'],
  audit: 'terminal.ended',
})

export const watchTerminal = endpoint({
  method: 'POST',
  path: '/api/v1/device/terminal/:terminalId/watch',
  access: 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE',
  summary:
    'Watch a running terminal for the next 20 seconds: its output arrives as live events terminal.shown, and the person at the terminal sees who watches',
  input: z.object({ terminalId: id }),
  output: done,
  errors: ['terminal.not_found', 'terminal.over'],
  audit: 'terminal.watched',
})

export const readRecording = endpoint({
  method: 'GET',
  path: '/api/v1/device/terminal/:terminalId/recording',
  access: 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE',
  summary:
    'Recording of a terminal: lines of an asciicast (version 2), page by page. Watchers read one in progress; replaying a finished one is written to the audit log',
  reads: false,
  audit: 'terminal.replayed',
  input: z.object({ terminalId: id, after: z.coerce.number().int().min(-1).max(1_000_000).default(-1) }),
  output: z.object({
    content: z.string(),
    next: z.number().int().nullable(),
    /** The last part in `content`, to request what follows. */
    last: z.number().int(),
    /** It is still running. */
    running: z.boolean(),
  }),
  errors: ['terminal.not_found', 'terminal.not_watched'],
})
