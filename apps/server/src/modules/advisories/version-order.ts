/** What precedes the release that it names: 1.2-rc1 < 1.2. */
const early = /^(?:rc|beta|alpha|dev|pre|preview|snapshot)$/

type Token = readonly [rank: number, number: bigint, letters: string]

const end: Token = [1, 0n, '']

/**
 * Compares versions as makers write them: `V200R019C10SPC500`, `15.2(7)E3`, `RouterOS 7.10rc2`, `v6.4.2,build1723`. What
 * precedes the first digit does not count; 1.0 equals 1.0.0; a letter follows no letter (1.0a > 1.0), except where it
 * announces a release. Negative: `a` is older. Zero for versions without digits.
 */
export function compareVersions(a: string, b: string): number {
  const left = tokensOf(a)
  const right = tokensOf(b)
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = compared(left[at] ?? end, right[at] ?? end)
    if (difference !== 0) return difference
  }
  return 0
}

/** Whether it can be compared. */
export const isVersion = (text: string): boolean => /\d/.test(text)

function compared(a: Token, b: Token): number {
  if (a[0] !== b[0]) return a[0] - b[0]
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1
  return a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0
}

function tokensOf(text: string): Token[] {
  const from = text.search(/\d/)
  if (from < 0) return []
  const parts =
    text
      .slice(from, from + 256)
      .toLowerCase()
      .match(/\d+|[a-z]+/g) ?? []
  const tokens = parts.map((part): Token => {
    if (/\d/.test(part)) return [3, BigInt(part), '']
    return [early.test(part) ? 0 : 2, 0n, part]
  })
  // 1.0 and 1.0.0 are one version: a zero counts only before another number.
  return tokens.filter((token, at) => {
    if (token[0] !== 3 || token[1] !== 0n) return true
    const next = tokens.slice(at + 1).find(([rank, number]) => rank !== 3 || number !== 0n)
    return next !== undefined && next[0] === 3
  })
}
