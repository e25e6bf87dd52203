/** Fields read from a label; missing ones are absent. */
export interface LabelText {
  serialNumber?: string
  oui?: string
  productClass?: string
  labelSecret?: string
}

const longest = { code: 4_096, field: 64 } as const

/** Vendors' names for the fields, without separators between the words. */
const fieldsByName: ReadonlyMap<string, keyof LabelText | 'mac'> = new Map([
  ...['sn', 'serial', 'serialno', 'serialnumber', 'devicesn', 'gponsn', '序列号', '设备序列号'].map(
    (name) => [name, 'serialNumber'] as const,
  ),
  ...['oui', 'manufactureroui', 'vendoroui'].map((name) => [name, 'oui'] as const),
  ...['mac', 'macaddress', 'wanmac', 'lanmac', 'devicemac', '物理地址'].map((name) => [name, 'mac'] as const),
  ...['pc', 'class', 'productclass'].map((name) => [name, 'productClass'] as const),
  ...['key', 'secret', 'labelsecret', 'devicekey', 'password', 'passwd', 'pwd', '密码', '标签密钥'].map(
    (name) => [name, 'labelSecret'] as const,
  ),
])

/**
 * Parses the code on a label: JSON, a URL with a query, `SN:…;OUI:…;KEY:…` in the style of Wi-Fi codes,
 * `key=value`, lines of those, `OUI-class-serial`, or the serial number alone. Any other content is only
 * text: never opened, followed or run.
 */
export function readLabel(code: string): LabelText {
  const text = code.slice(0, longest.code).trim()
  if (text === '') return {}
  const pairs = pairsOf(text)
  if (pairs !== null) return fieldsOf(pairs)
  return plainOf(text)
}

type Pair = readonly [name: string, value: string]

function pairsOf(text: string): readonly Pair[] | null {
  return jsonPairs(text) ?? urlPairs(text) ?? listedPairs(text)
}

function jsonPairs(text: string): readonly Pair[] | null {
  if (!text.startsWith('{')) return null
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null) return null
    return Object.entries(parsed).flatMap(([name, value]): Pair[] =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    )
  } catch {
    return null
  }
}

function urlPairs(text: string): readonly Pair[] | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return null
  const { searchParams, hash } = new URL(text)
  return [...searchParams, ...new URLSearchParams(hash.slice(1))]
}

/** `A:1;B:2`, `A=1,B=2`, or one per line; a backslash escapes the next character, as in Wi-Fi codes. */
function listedPairs(text: string): readonly Pair[] | null {
  const separator = /[;\n]/.test(text) ? /[;\r\n]/ : /[,\s]/
  const pairs = partsOf(text, separator).flatMap(pairOf)
  return pairs.some(([name]) => fieldsByName.has(plainName(name))) ? pairs : null
}

function pairOf(part: string): readonly Pair[] {
  const [, name = '', value = ''] = /^\s*([^:=：]{1,20}?)\s*[:=：]\s*(.+?)\s*$/su.exec(part) ?? []
  if (value === '') return []
  // A prefix may name the type of code: `DEVICE:SN:123;…`.
  const [inner] = fieldsByName.has(plainName(name)) ? [] : pairOf(value)
  if (inner !== undefined && fieldsByName.has(plainName(inner[0]))) return [inner]
  return [[name, value.replaceAll(/\\(.)/gsu, '$1')]]
}

function partsOf(text: string, separator: RegExp): readonly string[] {
  const parts: string[] = ['']
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '\\' && at + 1 < text.length) parts[parts.length - 1] += sign + text[++at]!
    else if (separator.test(sign)) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}

const plainName = (name: string) => name.toLowerCase().replaceAll(/[\s/_.-]/g, '')

function fieldsOf(pairs: readonly Pair[]): LabelText {
  const label: LabelText = {}
  let mac = ''
  for (const [name, value] of pairs) {
    const field = fieldsByName.get(plainName(name))
    if (field === 'mac') mac ||= value
    else if (field !== undefined) label[field] ??= tidy(value)
  }
  const oui = ouiOf(label.oui ?? '') ?? ouiOf(mac)
  delete label.oui
  for (const field of ['serialNumber', 'productClass', 'labelSecret'] as const)
    if (label[field] === '') delete label[field]
  return oui === null ? label : { ...label, oui }
}

function plainOf(text: string): LabelText {
  const named = /^([0-9A-F]{6})-(?:([^-\s]{1,64})-)?([^-\s]{1,64})$/i.exec(text)
  if (named !== null) {
    const [, oui = '', productClass, serialNumber = ''] = named
    return {
      oui: oui.toUpperCase(),
      serialNumber: decoded(serialNumber),
      ...(productClass !== undefined && { productClass: decoded(productClass) }),
    }
  }
  if (!/^[\w.:/-]{4,64}$/.test(text) || text.includes('://')) return {}
  const isMac = /^(?:[0-9A-F]{2}[:-]?){5}[0-9A-F]{2}$/i.test(text)
  // Many vendors use the MAC address without separators as the serial number.
  if (isMac && /[:-]/.test(text)) return { oui: ouiOf(text) ?? '' }
  const oui = isMac ? ouiOf(text) : null
  return { serialNumber: tidy(text), ...(oui !== null && { oui }) }
}

/** TR-069 3.4.4 encodes other characters as %XX. */
function decoded(part: string): string {
  try {
    return tidy(decodeURIComponent(part))
  } catch {
    return tidy(part)
  }
}

/** The first six digits of an OUI or a MAC address; null if it is neither. */
function ouiOf(text: string): string | null {
  const digits = text.replaceAll(/[\s:.-]/g, '').toUpperCase()
  return /^[0-9A-F]{6}(?:[0-9A-F]{6})?$/.test(digits) ? digits.slice(0, 6) : null
}

function tidy(text: string): string {
  return text
    .replaceAll(/\p{Cc}|\p{Cf}/gu, '')
    .trim()
    .slice(0, longest.field)
}
