import { randomInt } from 'node:crypto'

/** Characters that are unambiguous when read aloud or copied by hand. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

function ending(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/**
 * Candidate codes for a self-registering company; the first free one is taken. Latin letters of its name make
 * the code readable; the suffix prevents squatting on another company's name.
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

/** User names for people who chose none, from the mail address if there is one. */
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
