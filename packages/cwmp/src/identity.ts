import type { DeviceId } from './messages.ts'

/** Who a gateway says it is, in the form that is compared and stored. */
export interface GatewayIdentity {
  /** Six upper-case hexadecimal digits, or the upper-cased text that was sent instead. */
  oui: string
  productClass: string
  serialNumber: string
  /** OUI, product class and serial number, upper case, joined by `|`: the one key of a gateway. */
  key: string
}

const limits = { oui: 6, productClass: 64, serialNumber: 64 } as const

/** Spaces at the ends dropped, inner runs made one, invisible characters dropped, cut to TR-069's length. */
function tidy(text: string, limit: number): string {
  return text
    .replaceAll(/\p{Cc}|\p{Cf}/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, limit)
}

/** TR-069 A.3.3.1, table 38: OUI is six hexadecimal digits; firmware adds separators or writes lower case. */
function tidyOui(oui: string): string {
  return oui
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, limits.oui)
}

export function identify(id: Pick<DeviceId, 'oui' | 'productClass' | 'serialNumber'>): GatewayIdentity {
  const oui = tidyOui(id.oui)
  const productClass = tidy(id.productClass, limits.productClass)
  const serialNumber = tidy(id.serialNumber, limits.serialNumber)
  // A bar inside a part may not move the border between parts.
  const key = [oui, productClass, serialNumber]
    .map((part) => part.replaceAll('|', '/').toUpperCase())
    .join('|')
  return { oui, productClass, serialNumber, key }
}

const placeholders = new Set([
  '',
  'NOTSPECIFIED',
  'NOTSET',
  'NOTAVAILABLE',
  'UNSPECIFIED',
  'UNKNOWN',
  'UNDEFINED',
  'DEFAULT',
  'NONE',
  'NULL',
  'NA',
  'SERIAL',
  'SERIALNUMBER',
  'SN',
  'TEST',
  'TOBEFILLEDBYOEM',
  'TOBEFILLEDBYOEM0',
  'SYSTEMSERIALNUMBER',
  'CHANGEME',
  '0123456789',
  '0123456789ABCDEF',
  '123456',
  '1234567',
  '12345678',
  '123456789',
  '1234567890',
  '123456789012',
  '1234567890ABCDEF',
  'ABCDEF',
  'ABCDEFGH',
  '001122334455',
  '112233445566',
  'AABBCCDDEEFF',
  'DEADBEEF',
])

/** A serial number that many units share because nobody set it; such a gateway is never told from its twins. */
export function isPlaceholderSerial(serialNumber: string): boolean {
  const text = serialNumber.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return placeholders.has(text) || /^(.)\1*$/.test(text)
}
