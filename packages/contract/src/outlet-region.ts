/**
 * Regions, as a company divides its outlets: a path, the widest first, `华东/上海/浦东`. Who names them need not set up
 * anything before: a region is there as long as an outlet is in it.
 */

export const regionDepth = 6
export const regionLevelLength = 60
export const regionLength = 200
/** As a filter: outlets that are in no region. */
export const noRegion = '/'

const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u2060-\u206F\u202A-\u202E\uFEFF]/u

/** The path that a text means, '' for none; null when it is no path. */
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

/** A path and all that are above it, the widest first. */
export function regionsAbove(path: string): readonly string[] {
  if (path === '') return []
  const levels = path.split('/')
  return levels.map((_, index) => levels.slice(0, index + 1).join('/'))
}
