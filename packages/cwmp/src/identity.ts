import type { DeviceId } from './messages.ts'

/** A gateway's claimed identity, normalized for comparison and storage. */
export interface GatewayIdentity {
  /** Six upper-case hexadecimal digits, or the sent text in upper case. */
  oui: string
  productClass: string
  serialNumber: string
  /** OUI, product class and serial number, upper case, joined by `|`: a gateway's only key. */
  key: string
}

/** An OUI that is longer than the six digits of the standard is kept: cut, two vendors would become one. */
const limits = { oui: 64, productClass: 64, serialNumber: 64 } as const

/** Trims, collapses inner whitespace, drops invisible characters, truncates to TR-069's length. */
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
  // A bar inside a part must not shift the boundary between parts.
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

/** A placeholder serial number shared by many units; such gateways cannot be distinguished. */
export function isPlaceholderSerial(serialNumber: string): boolean {
  const text = serialNumber.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return placeholders.has(text) || /^(.)\1*$/.test(text)
}
