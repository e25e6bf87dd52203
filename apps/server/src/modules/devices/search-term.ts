/**
 * What search_devices looks for: text, hexadecimal digits of a full or partial MAC address, or either of
 * both.
 */
export interface SearchTerm {
  readonly search?: string
  readonly mac?: string
}

// Full or partial. Dashes and Cisco's dots may also be part of a name or a serial; an IPv4 address is not a
// MAC.
const colons = /^[0-9a-f]{2}(?::[0-9a-f]{1,2}){1,5}:?$/
const dashesOrDots = /^(?:[0-9a-f]{2}(?:-[0-9a-f]{1,2}){1,5}-?|[0-9a-f]{4}(?:\.[0-9a-f]{1,4}){1,2}\.?)$/

/** The search term, or null if there is nothing to look for. */
export function searchTerm(term: string | undefined): SearchTerm | null {
  const search = (term ?? '').replaceAll('\0', '').trim().toLowerCase()
  if (search === '') return null
  const mac = search.replaceAll(/[:.-]/g, '')
  if (colons.test(search)) return { mac }
  return dashesOrDots.test(search) ? { search, mac } : { search }
}

/** Escapes the pattern characters of LIKE. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
