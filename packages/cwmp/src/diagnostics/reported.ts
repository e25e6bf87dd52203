/** Values that a gateway reported below a diagnostic's object, by relative path. Untrusted. */
export type ReportedValues = ReadonlyMap<string, string>

const longestText = 256

/** An unsigned 32-bit number; null otherwise. */
export function whole(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? ''
  return /^\d{1,10}$/.test(trimmed) && Number(trimmed) <= 4_294_967_295 ? Number(trimmed) : null
}

/** A byte count: `unsignedLong` on some gateways, up to the safe integer range. */
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

/** Instance paths of a table by number, up to the count that the gateway reports. */
export function instances(
  reported: ReportedValues,
  table: string,
  entries: number | null,
  most: number,
): string[] {
  const numbers = new Set<number>()
  for (const name of reported.keys()) {
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
