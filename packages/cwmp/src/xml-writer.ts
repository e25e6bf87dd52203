import { CwmpEncodeError } from './parse-error.ts'
import { isXmlText } from './xml.ts'

const special = /[&<>"\r]/
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#xD;',
}

/**
 * Escapes text for an element or a quoted attribute. Throws CwmpEncodeError on characters that XML 1.0 cannot
 * carry.
 */
export function escapeXml(text: string): string {
  if (!isXmlText(text)) throw new CwmpEncodeError('a control character cannot be sent')
  return special.test(text) ? text.replaceAll(/[&<>"\r]/g, (character) => entities[character] ?? '') : text
}

/**
 * `<name>text</name>`: never self-closed, since some clients treat `<ParameterPath/>` as an unknown element.
 */
export function element(name: string, text: string | number | boolean): string {
  const written =
    typeof text === 'string' ? escapeXml(text) : typeof text === 'boolean' ? (text ? '1' : '0') : text
  return `<${name}>${written}</${name}>`
}

/** An array in the SOAP section 5 encoding, as TR-069 A.2.1 requires. `itemType` carries its own prefix. */
export function soapArray(name: string, itemType: string, items: readonly string[]): string {
  return `<${name} SOAP-ENC:arrayType="${itemType}[${items.length}]">${items.join('')}</${name}>`
}

const xsdTypes = new Set([
  'string',
  'int',
  'unsignedInt',
  'boolean',
  'dateTime',
  'base64',
  'long',
  'unsignedLong',
  'hexBinary',
  'decimal',
])

/** A value with its xsi:type. Types unknown to XML Schema are sent as string; `base64` is SOAP-ENC's. */
export function typedValue(value: string, type: string | null): string {
  const known = type !== null && xsdTypes.has(type) ? type : 'string'
  const prefix = known === 'base64' ? 'SOAP-ENC' : 'xsd'
  return `<Value xsi:type="${prefix}:${known}">${escapeXml(value)}</Value>`
}
