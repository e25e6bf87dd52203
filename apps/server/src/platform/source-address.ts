/** What counts as one source: an IPv4 address, also where IPv6 carries it, or the /64 of IPv6 that one subscriber holds. */
export function sourceOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) while (groups.length < 4) groups.push('0')
  return groups.slice(0, 4).join(':')
}
