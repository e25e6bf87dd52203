import type { EntraSettings } from '../vendors/entra.ts'

/** Delta links of people and of groups. */
export interface EntraPosition {
  readonly users: string
  /** Null: groups may not be read. */
  readonly groups: string | null
}

const mostCharacters = 20_000

/** What the links were made for: with other departments everything is read again. */
const madeFor = ({ departmentsFrom = 'attribute', groupPrefix = '' }: EntraSettings) =>
  departmentsFrom === 'groups' ? `groups ${groupPrefix}` : 'attribute'

export function positionText(position: EntraPosition, settings: EntraSettings): string | null {
  const text = JSON.stringify({ ...position, of: madeFor(settings) })
  return text.length <= mostCharacters ? text : null
}

/** Null: another directory made it, or it is no position; everything is read. */
export function positionIn(
  text: string | null,
  settings: EntraSettings,
  isLink: (url: string) => boolean,
): EntraPosition | null {
  try {
    const { users, groups, of } = JSON.parse(text ?? 'null') as Record<string, unknown>
    if (of !== madeFor(settings) || typeof users !== 'string' || !isLink(users)) return null
    if (groups === null) return { users, groups }
    return typeof groups === 'string' && isLink(groups) ? { users, groups } : null
  } catch {
    return null
  }
}
