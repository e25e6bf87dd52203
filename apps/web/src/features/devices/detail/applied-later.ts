import { sameValue } from '@netward/cwmp/same-value'
import type { EndpointOutput } from '@netward/contract'

type Command = EndpointOutput<'GET /api/v1/device/:deviceId/commands'>['items'][number]
type Ended = Pick<Command, 'kind' | 'state' | 'request' | 'result'>

/** The gateway has taken it and does not go by it yet (TR-069 A.3.2.1, A.3.2.6 and A.3.2.7: status 1). */
export function isAppliedLater({ kind, state, result }: Pick<Ended, 'kind' | 'state' | 'result'>): boolean {
  if (state !== 'done') return false
  if (kind === 'change_settings') return result?.['later'] === true
  const maySayLater = kind === 'set_parameter_values' || kind === 'add_object' || kind === 'delete_object'
  return maySayLater && result?.['status'] === 1
}

/** What waits to be applied, by parameter: its latest set decides. `commands`: the newest first. */
export function appliedLater(commands: readonly Ended[]): ReadonlyMap<string, string> {
  const latest = new Map<string, string | null>()
  for (const command of commands) {
    const { kind, state, request } = command
    if (kind !== 'set_parameter_values' || state !== 'done' || !Array.isArray(request['values'])) continue
    const isLater = isAppliedLater(command)
    for (const { path, value } of request['values'] as readonly { path: string; value?: string }[])
      if (!latest.has(path)) latest.set(path, isLater ? (value ?? null) : null)
  }
  return new Map([...latest].flatMap(([path, value]) => (value === null ? [] : [[path, value]])))
}

/** Whether a gateway tells what was set, in whatever spelling its type allows. */
export function isSameValue(wanted: string, told: string | null, type: string | null): boolean {
  return told !== null && sameValue(type, told, wanted)
}
