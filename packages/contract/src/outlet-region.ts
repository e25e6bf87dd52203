/**
 * Regions of a company: a path, widest first, `华东/上海/浦东`. They need no setup: a region exists as long as an
 * outlet is in it.
 */

export const regionDepth = 6
export const regionLevelLength = 60
export const regionLength = 200
/** Filter for outlets without a region. */
export const noRegion = '/'

const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u2060-\u206F\u202A-\u202E\uFEFF]/u

/** The path of a text, '' for none; null when it is not a path. */
export function regionOf(text: string): string | null {
  const levels = text
    .normalize('NFC')
    .split(/[/／]/)
    .map((level) => level.trim().replaceAll(/ +/g, ' '))
    .filter((level) => level !== '')
  const path = levels.join('/')
  const fits =
    levels.length <= regionDepth &&
    path.length <= regionLength &&
    levels.every((level) => level.length <= regionLevelLength && !unseen.test(level))
  return fits ? path : null
}

/** A path and all its ancestors, widest first. */
export function regionsAbove(path: string): readonly string[] {
  if (path === '') return []
  const levels = path.split('/')
  return levels.map((_, index) => levels.slice(0, index + 1).join('/'))
}
