/**
 * Locally administered, by the second lowest bit of the first byte: phones change it, so it identifies nothing
 * (operations.md §2). @param mac lower or upper case, the first byte first
 */
export const isRandomMac = (mac: string): boolean => (Number.parseInt(mac.slice(0, 2), 16) & 2) === 2
