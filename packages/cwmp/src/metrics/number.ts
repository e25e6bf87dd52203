/** Highest value of a counter: TR-106 unsignedLong, and of 32 bits unsignedInt. */
const highest64 = 2n ** 64n - 1n
export const highest32 = 2n ** 32n - 1n

/** Longer text is not a number of a gateway, whatever it holds. */
const longest = 32

/** A counter as its gateway writes it; null for anything else than a number of at most 64 bits. */
export function counterOf(text: string): bigint | null {
  const digits = bounded(text)
  if (!/^\d{1,20}$/.test(digits)) return null
  const value = BigInt(digits)
  return value <= highest64 ? value : null
}

/** A gauge as its gateway writes it. Some write the unit of a percentage or a temperature beside it. */
export function gaugeOf(text: string): number | null {
  const [, digits] = /^([+-]?\d{1,15}(?:\.\d{1,9})?) ?(?:%|dBm|dB|°?C)?$/.exec(bounded(text)) ?? []
  return digits === undefined ? null : Number(digits)
}

const bounded = (text: string): string => (text.length > longest ? '' : text.trim())
