import { randomBytes } from 'node:crypto'
import { plainCharacters } from './plain-characters.ts'

export const mostStringLength = 2000

/** The result of a tool for a model: JSON between two lines that no result can contain. The rules (instructions.ts) name them. */
export function fence(tool: string, data: unknown) {
  const boundary = randomBytes(12).toString('hex')
  const name = tool.replaceAll(/[^\w-]/g, '').slice(0, 60)
  return `<data-${boundary} of="${name}">\n${dataText(data)}\n</data-${boundary}>`
}

/** Data as JSON, its texts shortened and without characters that nobody sees. */
export function dataText(data: unknown): string {
  return JSON.stringify(data ?? null, (_key, value: unknown) => {
    if (typeof value === 'bigint') return String(value)
    return typeof value === 'string' ? shortened(plainCharacters(value)) : value
  })
}

/** Cut before a word that would be cut: half a phone number is not recognised as one. */
function shortened(text: string) {
  if (text.length <= mostStringLength) return text
  const cut = text.slice(0, mostStringLength)
  return `${cut.replace(/[\w@.+:-]{0,100}$/, '').trimEnd() || cut.slice(0, -100)}…`
}
