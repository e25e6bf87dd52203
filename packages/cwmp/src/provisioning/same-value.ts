const wholeNumber = /^[+-]?\d+$/
const truth = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

/** Whether a gateway's value means what was desired: the spellings that its type allows are the same (TR-106 §3.2). */
export function sameValue(type: string | null, actual: string, desired: string): boolean {
  if (actual === desired) return true
  const kind = (type ?? '').slice((type ?? '').lastIndexOf(':') + 1)
  switch (kind) {
    case 'boolean': {
      const [a, b] = [actual, desired].map((one) => truth.get(one.trim().toLowerCase()))
      return a !== undefined && a === b
    }
    case 'int':
    case 'unsignedInt':
    case 'long':
    case 'unsignedLong': {
      const [a, b] = [actual.trim(), desired.trim()]
      return wholeNumber.test(a) && wholeNumber.test(b) && BigInt(bare(a)) === BigInt(bare(b))
    }
    case 'dateTime': {
      const [a, b] = [Date.parse(actual), Date.parse(desired)]
      return a === b
    }
    case 'hexBinary':
      return actual.toLowerCase() === desired.toLowerCase()
    default:
      return false
  }
}

const bare = (digits: string) => (digits.startsWith('+') ? digits.slice(1) : digits)
