const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The parameters that a command names, with their new values unless secret. */
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
