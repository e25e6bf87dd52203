/** What search_devices looks for: a text, hexadecimal digits of a MAC address (whole or begun), or either of both. */
export interface SearchTerm {
  readonly search?: string
  readonly mac?: string
}

// Whole or begun. Dashes and Cisco's dots may as well be part of a name or a serial; an IPv4 address is none of these.
const colons = /^[0-9a-f]{2}(?::[0-9a-f]{1,2}){1,5}:?$/
const dashesOrDots = /^(?:[0-9a-f]{2}(?:-[0-9a-f]{1,2}){1,5}-?|[0-9a-f]{4}(?:\.[0-9a-f]{1,4}){1,2}\.?)$/

/** The term as the search takes it, or null when there is nothing to look for. */
export function searchTerm(term: string | undefined): SearchTerm | null {
  const search = (term ?? '').replaceAll('\0', '').trim().toLowerCase()
  if (search === '') return null
  const mac = search.replaceAll(/[:.-]/g, '')
  if (colons.test(search)) return { mac }
  return dashesOrDots.test(search) ? { search, mac } : { search }
}

/** The pattern characters of LIKE as themselves. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
