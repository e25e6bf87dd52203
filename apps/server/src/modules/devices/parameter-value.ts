const integerRanges = {
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  unsignedInt: [0n, 2n ** 32n - 1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  unsignedLong: [0n, 2n ** 64n - 1n],
} as const

const patterns = {
  boolean: /^(?:0|1|true|false)$/,
  // XML Schema dateTime with the limits of TR-106 A.2.2.1.
  dateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?$/,
  base64: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  hexBinary: /^(?:[0-9A-Fa-f]{2})*$/,
  decimal: /^[+-]?(?:\d+\.?\d*|\.\d+)$/,
} as const

/** Whether a text is a value of an XML Schema type (TR-106 table 4). Unknown types allow any text. */
export function fitsType(value: string, type: string | null): boolean {
  if (type === null) return true
  if (Object.hasOwn(patterns, type)) return patterns[type as keyof typeof patterns].test(value)
  if (Object.hasOwn(integerRanges, type)) {
    if (!/^[+-]?\d{1,20}$/.test(value)) return false
    const [least, most] = integerRanges[type as keyof typeof integerRanges]
    const number = BigInt(value.replace('+', ''))
    return number >= least && number <= most
  }
  return true
}
