import type { MethodCodec, MethodCodecs } from './codec/codec.ts'
import { integerOf, isTrue } from './codec/codec.ts'
import { parameterCodecs } from './codec/parameters.ts'
import { sessionCodecs } from './codec/session-methods.ts'
import { readFault, writeFault } from './codec/soap-fault.ts'
import { transferCodecs } from './codec/transfers.ts'
import type { CwmpHeader, Envelope, KnownMessage, Message, Method } from './messages.ts'
import { emptyHeader } from './messages.ts'
import { CwmpParseError } from './parse-error.ts'
import { defaultNamespace, isCwmpNamespace } from './versions.ts'
import type { Repair, XmlLimits, XmlNode } from './xml.ts'
import { childOf, parseXml, textOf } from './xml.ts'
import { escapeXml } from './xml-writer.ts'

const codecs: MethodCodecs<Exclude<Method, 'Fault'>> = {
  ...sessionCodecs,
  ...parameterCodecs,
  ...transferCodecs,
}
// Each codec is looked up by its own message's method, so the assertion holds.
const codecOf: ReadonlyMap<string, MethodCodec<Exclude<Method, 'Fault'>>> = new Map(
  Object.entries(codecs) as [string, MethodCodec<Exclude<Method, 'Fault'>>][],
)

export interface DecodeOptions extends XmlLimits {
  /** The charset parameter of Content-Type. */
  charset?: string
}

/** Defects in a document that was read anyway. */
export type Oddity = Repair | 'no_header' | 'no_namespace'

export interface Decoded extends Envelope {
  oddities: Oddity[]
}

function namespaceOf(...nodes: (XmlNode | undefined)[]): string | null {
  for (const node of nodes) {
    for (const key in node?.attributes) {
      const value = node.attributes[key]
      if (value !== undefined && key.startsWith('xmlns') && isCwmpNamespace(value)) return value
    }
  }
  return null
}

function readHeader(header: XmlNode | undefined): CwmpHeader {
  if (header === undefined || header.children.length === 0) return emptyHeader
  const id = childOf(header, 'ID')
  const timeout = integerOf(header, 'SessionTimeout', -1)
  return {
    // Echoed exactly (TR-069 3.4.6): not trimmed.
    id: id === undefined || id.text === '' ? null : id.text,
    holdRequests: isTrue(textOf(header, 'HoldRequests')),
    noMoreRequests: isTrue(textOf(header, 'NoMoreRequests')),
    sessionTimeout: timeout < 0 ? null : timeout,
    supportedVersions: textOf(header, 'SupportedCWMPVersions')
      .split(/[,\s]+/)
      .filter(Boolean),
    useVersion: textOf(header, 'UseCWMPVersion') || null,
  }
}

function readMessage(body: XmlNode): Message {
  const method = body.children[0]
  if (method === undefined) throw new CwmpParseError('not_soap', 'the body is empty')
  if (method.name === 'Fault') return readFault(body)
  return codecOf.get(method.name)?.decode(method) ?? { method: 'Unknown', name: method.name }
}

/**
 * Decodes one CWMP envelope, from a gateway or (for a simulated one) from an ACS. Tolerates any prefix (even
 * undeclared), wrong array sizes, missing xsi:type, a missing or late header, unknown elements. Throws only
 * CwmpParseError.
 */
export function decodeEnvelope(body: Uint8Array, options: DecodeOptions = {}): Decoded {
  const { root, repairs } = parseXml(body, options, options.charset)
  const soapBody = root.name === 'Envelope' ? childOf(root, 'Body') : undefined
  if (soapBody === undefined) throw new CwmpParseError('not_soap')
  const header = childOf(root, 'Header')
  const namespace = namespaceOf(root, soapBody, soapBody.children[0], header)
  const oddities: Oddity[] = [...repairs]
  if (header === undefined) oddities.push('no_header')
  if (namespace === null) oddities.push('no_namespace')
  return {
    namespace: namespace ?? defaultNamespace,
    header: readHeader(header),
    message: readMessage(soapBody),
    oddities,
    ...(isDeclared(body) ? {} : { bare: true }),
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

function isDeclared(body: Uint8Array): boolean {
  return Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 64))
    .toString('latin1')
    .includes('<?xml')
}

function headerElement(name: string, value: string, mustUnderstand: boolean): string {
  return `<cwmp:${name} SOAP-ENV:mustUnderstand="${mustUnderstand ? 1 : 0}">${escapeXml(value)}</cwmp:${name}>`
}

function writeHeader(header: CwmpHeader): string {
  let written = ''
  if (header.id !== null) written += headerElement('ID', header.id, true)
  if (header.holdRequests) written += headerElement('HoldRequests', '1', true)
  if (header.noMoreRequests) written += headerElement('NoMoreRequests', '1', true)
  if (header.sessionTimeout !== null)
    written += headerElement('SessionTimeout', String(header.sessionTimeout), false)
  if (header.supportedVersions.length > 0) {
    written += headerElement('SupportedCWMPVersions', header.supportedVersions.join(','), false)
  }
  if (header.useVersion !== null) written += headerElement('UseCWMPVersion', header.useVersion, true)
  return written === '' ? '' : `<SOAP-ENV:Header>${written}</SOAP-ENV:Header>`
}

function writeMessage(message: KnownMessage): string {
  if (message.method === 'Fault') return writeFault(message)
  const content = codecOf.get(message.method)?.encode(message) ?? ''
  return `<cwmp:${message.method}>${content}</cwmp:${message.method}>`
}

/**
 * Encodes one envelope as UTF-8 text without whitespace. Prefixes match the standard's examples, since some
 * clients compare them as text. Throws CwmpEncodeError on text that XML cannot carry.
 */
export function encodeEnvelope({ namespace, header, message, bare }: Envelope<KnownMessage>): string {
  return (
    (bare ? '' : declaration) +
    '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"' +
    ' xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/"' +
    ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
    ` xmlns:cwmp="${namespace}">${writeHeader(header)}<SOAP-ENV:Body>${writeMessage(message)}</SOAP-ENV:Body>` +
    '</SOAP-ENV:Envelope>'
  )
}
