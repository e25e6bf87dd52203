import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, name } from './schemas.ts'
import { presentedWay, wayIn } from './terminal-schemas.ts'

const profile = z.object({
  id,
  name: z.string(),
  /** Empty: every model. */
  model: z.string(),
  /** Empty: with any tags or none. */
  tag: z.string(),
  ...presentedWay,
  changedAt: instant,
  changedBy: z.string(),
})

const settable = {
  name,
  model: z.string().trim().max(100).default(''),
  tag: z.string().trim().max(40).default(''),
  ...wayIn,
}

export const listTerminalProfiles = endpoint({
  method: 'GET',
  path: '/api/v1/device/terminal/profiles',
  access: 'DMS_SERVER_DEVICE_TERMINAL',
  summary:
    'How devices of the company are entered where nothing is set for one alone: the first that fits counts, in this order',
  input: z.object({}),
  output: z.array(profile),
})

export const createTerminalProfile = endpoint({
  method: 'POST',
  path: '/api/v1/device/terminal/profiles',
  access: 'DMS_SERVER_DEVICE_TERMINAL_EDIT',
  summary: 'Say how all devices, those of a model or those with a tag are entered',
  input: z.object(settable),
  output: profile,
  errors: [
    'terminal.bad_key',
    'terminal.profile_taken',
    'terminal.profile_limit',
    'terminal.whole_company_only',
  ],
  audit: 'terminal.profile_added',
})

export const editTerminalProfile = endpoint({
  method: 'PUT',
  path: '/api/v1/device/terminal/profiles/:profileId',
  access: 'DMS_SERVER_DEVICE_TERMINAL_EDIT',
  summary: 'Change how they are entered. A secret that is left out stays; null removes it',
  input: z.object({ profileId: id, ...settable }),
  output: profile,
  errors: [
    'terminal.profile_not_found',
    'terminal.bad_key',
    'terminal.profile_taken',
    'terminal.whole_company_only',
  ],
  audit: 'terminal.profile_changed',
})

export const deleteTerminalProfile = endpoint({
  method: 'DELETE',
  path: '/api/v1/device/terminal/profiles/:profileId',
  access: 'DMS_SERVER_DEVICE_TERMINAL_EDIT',
  summary: 'Remove it with its secret; devices that it fitted follow the next one that does',
  input: z.object({ profileId: id }),
  output: done,
  errors: ['terminal.profile_not_found', 'terminal.whole_company_only'],
  audit: 'terminal.profile_removed',
})
