/** What a gateway told below the object of a diagnostic, by the rest of the path. All of it is hostile. */
export type Told = ReadonlyMap<string, string>

const longestText = 256

/** A number of 32 bits without a sign; null for anything else. */
export function whole(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? ''
  return /^\d{1,10}$/.test(trimmed) && Number(trimmed) <= 4_294_967_295 ? Number(trimmed) : null
}

/** A number of bytes: `unsignedLong` where a gateway counts so, as far as a number is exact. */
export function bytes(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? ''
  const value = /^\d{1,16}$/.test(trimmed) ? Number(trimmed) : null
  return value !== null && Number.isSafeInteger(value) ? value : null
}

export function clean(text: string | undefined): string {
  return (text ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestText)
    .toWellFormed()
}

export function list(text: string | undefined, most: number): string[] {
  return clean(text)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .slice(0, most)
}

/** Paths of the instances of a table, in the order of their numbers, as many as the gateway says there are. */
export function instances(told: Told, table: string, entries: number | null, most: number): string[] {
  const numbers = new Set<number>()
  for (const name of told.keys()) {
    const number = name.startsWith(`${table}.`)
      ? /^(\d{1,6})\./.exec(name.slice(table.length + 1))?.[1]
      : undefined
    if (number !== undefined) numbers.add(Number(number))
  }
  return [...numbers]
    .toSorted((one, other) => one - other)
    .slice(0, Math.min(entries ?? most, most))
    .map((number) => `${table}.${number}.`)
}
