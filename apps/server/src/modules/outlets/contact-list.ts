import type { Contact } from './outlet.repo.ts'

/**
 * Contacts in one cell: `张三:13800138000; 李四:0571-88880000; 前台`. A `;`, `:` or `\\` in a name is escaped by
 * `\\`; full-width separators work too.
 */
export function contactsText(contacts: readonly Contact[]): string {
  return contacts
    .map(({ name, phone }) => {
      const escaped = name.replaceAll(/[\\;:；：]/g, (sign) => `\\${sign}`)
      return phone === '' ? escaped : `${escaped}:${phone}`
    })
    .join('; ')
}

/** Contacts parsed from a cell, not yet validated. */
export function contactsOf(text: string): Contact[] {
  return parts(text, /[;；\n]/)
    .map((one) => {
      const [name = '', ...phone] = parts(one, /[:：]/)
      return { name: name.replaceAll(/\\(.)/g, '$1').trim(), phone: phone.join(':').trim() }
    })
    .filter(({ name, phone }) => name !== '' || phone !== '')
}

/** Splits at separators not escaped by `\\`. */
function parts(text: string, sign: RegExp): string[] {
  const found: string[] = ['']
  for (const piece of text.match(/\\[^]|[^]/g) ?? []) {
    if (piece.length === 1 && sign.test(piece)) found.push('')
    else found[found.length - 1] += piece
  }
  return found
}
