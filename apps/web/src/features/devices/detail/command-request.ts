import type { EndpointOutput } from '@netward/contract'

type Command = EndpointOutput<'GET /api/v1/device/:deviceId/commands'>['items'][number]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The parameters that a command names, with their new values where they are no secrets. */
export function requestedPaths(request: Readonly<Record<string, unknown>>): readonly string[] {
  const { path, paths, values, changes } = request
  if (typeof path === 'string') return [path]
  if (Array.isArray(paths)) return paths.filter((one) => typeof one === 'string')
  const list: unknown = values ?? changes
  if (!Array.isArray(list)) return []
  return list.filter(isObject).flatMap((entry) => {
    if (typeof entry['path'] !== 'string') return []
    return [typeof entry['value'] === 'string' ? `${entry['path']} = ${entry['value']}` : entry['path']]
  })
}

/** What a transfer carries (the file types of TR-069 A.3.2.8 and A.4.1.5), null where it is none of ours. */
export function fileOf({ request }: Pick<Command, 'request'>): 'firmware' | 'configuration' | null {
  const { fileType } = request
  if (typeof fileType !== 'string') return null
  if (fileType.endsWith('Vendor Configuration File')) return 'configuration'
  return fileType === '1 Firmware Upgrade Image' ? 'firmware' : null
}

/** What a command is called: a comparison with templates that changes nothing has a name of its own. */
export function commandName({
  kind,
  request,
}: Pick<Command, 'kind' | 'request'>): Command['kind'] | 'compare' {
  return kind === 'provision' && request['check'] === true ? 'compare' : kind
}
