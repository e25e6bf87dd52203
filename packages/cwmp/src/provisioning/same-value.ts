import { ipv6Groups } from './ipv6.ts'

const number = /^([+-]?)(\d*)(?:\.(\d*))?$/
const truth = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

/**
 * Value kind by parameter name, if the type is only string (TR-106 §3.2: lists and addresses are strings).
 * For everything else, such as an SSID, a name or a password, every letter and blank counts.
 */
const addressName =
  /(?:Address(?:es)?|Servers?|Routers?|Gateways?|Prefix(?:es)?|BSSID|Chaddr|IPs?|Host|Client|Peer|Endpoint)\d*$/
const listName =
  /(?:Addresses|Servers|Routers|Gateways|Prefixes|IPs|Standards|Channels|Rates|Layers|Ports|VLANs|Modes|ModesEnabled|Protocols|Algorithms|Ciphers|Interfaces|Bands|Networks|Subnets|List)\d*$/
const mac = /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i

/** Whether a gateway's value equals the desired one, ignoring spellings that its type and kind allow. */
export function sameValue(
  { path, type }: { path: string; type: string | null },
  actual: string,
  desired: string,
): boolean {
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
    case 'unsignedLong':
    case 'decimal': {
      const [a, b] = [plainNumber(actual), plainNumber(desired)]
      return a !== null && a === b
    }
    case 'dateTime': {
      const [a, b] = [Date.parse(actual), Date.parse(desired)]
      return a === b
    }
    case 'hexBinary':
      return actual.toLowerCase() === desired.toLowerCase()
    case 'base64':
      return false
    default:
      return sameText(path.slice(path.lastIndexOf('.') + 1), actual, desired)
  }
}

/** Any length, canonical spelling: 1 for +01.00. Null if not a number. */
function plainNumber(text: string): string | null {
  const found = number.exec(text.trim())
  if (found === null) return null
  const [, sign = '', whole = '', part = ''] = found
  if (whole === '' && part === '') return null
  const digits = `${whole.replace(/^0+/, '') || '0'}.${withoutLastZeros(part)}`
  return sign === '-' && digits !== '0.' ? `-${digits}` : digits
}

/** The device controls the length: a regular expression anchored at the end would be quadratic. */
function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

function sameText(name: string, actual: string, desired: string): boolean {
  const isAddress = addressName.test(name)
  const same = (a: string, b: string) => a === b || (isAddress && sameAddress(a, b))
  if (!listName.test(name)) return same(actual, desired)
  const [a, b] = [actual, desired].map((list) => list.split(',').map((item) => item.trim()))
  return a!.length === b!.length && a!.every((item, index) => same(item, b![index]!))
}

function sameAddress(actual: string, desired: string): boolean {
  if (mac.test(actual) && mac.test(desired)) return actual.toLowerCase() === desired.toLowerCase()
  const [a, b] = [plainIpv6(actual), plainIpv6(desired)]
  return a !== null && a === b
}

/** An IPv6 address, or a prefix with its length. Null if neither. */
function plainIpv6(text: string): string | null {
  const [, address = '', length = ''] = /^([^/]*)(\/\d{1,3})?$/.exec(text) ?? []
  const groups = ipv6Groups(address)
  return groups === null ? null : `${groups.join(':')}${length}`
}
