const group = /^[0-9a-f]{1,4}$/i
const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/** The eight groups of an IPv6 address in any RFC 4291 §2.2 spelling; null if invalid. */
export function ipv6Groups(text: string): number[] | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const parsed = halves.map((half, index) => groupsOf(half, index === halves.length - 1))
  const [head, tail] = parsed
  if (head === null || head === undefined || tail === null) return null
  if (tail === undefined) return head.length === 8 ? head : null
  const left = 8 - head.length - tail.length
  // `::` stands for at least one group.
  return left < 1 ? null : [...head, ...Array.from({ length: left }, () => 0), ...tail]
}

/** The last two may be written as an IPv4 address. */
function groupsOf(half: string, isLast: boolean): number[] | null {
  if (half === '') return []
  const groups: number[] = []
  const parts = half.split(':')
  for (const [index, part] of parts.entries()) {
    const bytes = isLast && index === parts.length - 1 ? ipv4.exec(part)?.slice(1).map(Number) : undefined
    if (bytes !== undefined) {
      if (bytes.some((byte) => byte > 255)) return null
      const [a = 0, b = 0, c = 0, d = 0] = bytes
      groups.push(a * 256 + b, c * 256 + d)
    } else if (group.test(part)) groups.push(Number.parseInt(part, 16))
    else return null
  }
  return groups
}
