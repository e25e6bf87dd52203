/** What search_devices looks for. `mac` is an alternative to `search`, compared with MAC addresses alone. */
export interface SearchTerm {
  readonly search: string
  /** Hexadecimal digits, whole or begun. */
  readonly mac?: string
}

// aa:bb:cc and aa-bb-cc, whole or begun; aabb.ccdd as Cisco writes it. An IPv4 address is none of them.
const macNotations = [
  /^[0-9a-f]{2}(?:[:-][0-9a-f]{1,2}){1,5}[:-]?$/,
  /^[0-9a-f]{4}(?:\.[0-9a-f]{1,4}){1,2}\.?$/,
]

/** The term as the search takes it, or null when there is nothing to look for. */
export function searchTerm(term: string | undefined): SearchTerm | null {
  const search = (term ?? '').replaceAll('\0', '').trim().toLowerCase()
  if (search === '') return null
  if (!macNotations.some((notation) => notation.test(search))) return { search }
  return { search, mac: search.replaceAll(/[:.-]/g, '') }
}

/** The pattern characters of LIKE as themselves. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
