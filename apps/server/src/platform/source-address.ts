/** What counts as one source: an IPv4 address, also inside IPv6, or the /64 of IPv6 of one subscriber. */
export function sourceOf(address: string): string {
  return plainIPv4(address) ?? groupsOf(address).join(':')
}

/** As PostgreSQL reads an address: IPv4 also inside IPv6, and without the interface of a link-local one. */
export function plainAddress(address: string): string {
  return plainIPv4(address) ?? address.split('%')[0]!
}

/** The /48 of IPv6, which one customer may hold whole: 65,536 sources. Null for IPv4. */
export function networkOf(address: string): string | null {
  return plainIPv4(address) === null ? groupsOf(address).slice(0, 3).join(':') : null
}

/** Whether it is this machine: 127.0.0.0/8, also inside IPv6, or ::1. */
export function isLoopback(address: string): boolean {
  return address === '::1' || plainIPv4(address)?.startsWith('127.') === true
}

function plainIPv4(address: string): string | null {
  if (!address.includes(':')) return address
  return /^::ffff:([0-9.]+)$/i.exec(address)?.[1] ?? null
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) while (groups.length < 4) groups.push('0')
  return groups.slice(0, 4)
}
