import { randomInt } from 'node:crypto'

/** Can be told apart when read aloud or copied by hand. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

function ending(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/**
 * Codes for a company that registers itself, to take the first free one of. What its name has of Latin letters makes
 * it readable; the ending keeps anybody from being the first to take another's name.
 */
export function companyCodes(companyName: string): string[] {
  const readable = companyName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 20)
    .replace(/^-+|-+$/g, '')
  return Array.from({ length: 8 }, () => `${readable || 'company'}-${ending(4)}`)
}

/** User names for somebody who gave none, from a mail address where there is one. */
export function userNames(email: string | null): string[] {
  const readable = (email ?? '')
    .split('@', 1)[0]!
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '')
    .replace(/^[._-]+/, '')
    .slice(0, 40)
  const plain = readable === '' ? [] : [readable]
  return [...plain, ...Array.from({ length: 8 }, () => `${readable || 'user'}-${ending(4)}`)]
}
