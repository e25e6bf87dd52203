/** What search_devices looks for. `mac` is an alternative to `search`, compared with MAC addresses alone. */
export interface SearchPatterns {
  readonly search: string
  readonly mac?: string
}

// aa:bb:cc and aa-bb-cc, whole or begun; aabb.ccdd as Cisco writes it. An IPv4 address is none of them.
const macNotations = [
  /^[0-9a-f]{2}(?:[:-][0-9a-f]{1,2}){1,5}[:-]?$/,
  /^[0-9a-f]{4}(?:\.[0-9a-f]{1,4}){1,2}\.?$/,
]

/** Patterns for LIKE on the lower-case search text, or null when there is nothing to look for. */
export function searchPatterns(term: string | undefined): SearchPatterns | null {
  const text = (term ?? '').trim().toLowerCase().replaceAll('\0', '')
  if (text === '') return null
  const search = `%${escapeLike(text)}%`
  if (!macNotations.some((notation) => notation.test(text))) return { search }
  return { search, mac: `%${text.replaceAll(/[:.-]/g, '')}%` }
}

/** The pattern characters of LIKE as themselves. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
