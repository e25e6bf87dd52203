import { SaxesParser } from 'saxes'
import { decodeText } from './charset.ts'
import { CwmpParseError } from './parse-error.ts'

/** An element by its local name. Real gateways leave prefixes undeclared, so namespaces are ignored. */
export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlNode[]
  /** All direct character data, joined. */
  text: string
}

export interface XmlLimits {
  /** Bytes of the document. */
  maxBytes?: number
  maxDepth?: number
  maxElements?: number
}

/** Repairs made before the document could be read. */
export type Repair = 'charset_guessed' | 'control_characters' | 'bare_ampersand'

export interface ParsedXml {
  root: XmlNode
  repairs: Repair[]
}

export const defaultMaxBytes = 1_048_576

// oxlint-disable-next-line no-control-regex -- the characters that XML 1.0 2.2 forbids are the subject
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/
const forbiddenEverywhere = new RegExp(forbidden.source, 'g')
const references = /&#(?:x([0-9a-fA-F]{1,8})|([0-9]{1,10}));/g
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,10}|#x[0-9a-fA-F]{1,8});)/g

/** More than this is not an accident, and repairing it would cost more than parsing. */
const maxBareAmpersands = 1000

function allowedCodePoint(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
}

/** True if text is allowed in an XML 1.0 document (lone surrogates are not). */
export function isXmlText(text: string): boolean {
  return !forbidden.test(text) && text.isWellFormed()
}

/**
 * Repairs common gateway mistakes and nothing else: the control characters U+0000–0008, 000B, 000C,
 * 000E–001F, FFFE, FFFF are dropped, raw or as references; an `&` that starts no reference is taken
 * literally, as is an entity that XML does not predefine (none can be declared, since DOCTYPE is refused).
 */
function mend(text: string, repairs: Repair[]): string {
  let mended = text
  if (forbidden.test(mended)) {
    mended = mended.replaceAll(forbiddenEverywhere, '')
    repairs.push('control_characters')
  }
  if (!mended.includes('&')) return mended
  if (mended.includes('&#')) {
    const before = mended.length
    mended = mended.replaceAll(references, (whole, hex?: string, decimal?: string) =>
      allowedCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) ? whole : '',
    )
    if (mended.length !== before) repairs.push('control_characters')
  }
  // Inside CDATA an ampersand is already literal: leave such documents alone.
  if (!mended.includes('<![CDATA[')) {
    let bare = 0
    mended = mended.replaceAll(bareAmpersand, () => {
      if (++bare > maxBareAmpersands) throw new CwmpParseError('not_well_formed', 'too many bare ampersands')
      return '&amp;'
    })
    if (bare > 0) repairs.push('bare_ampersand')
  }
  return mended
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}

/**
 * Parses a document into a tree. Refuses DOCTYPE, processing instructions and anything over the limits;
 * throws only CwmpParseError.
 */
export function parseXml(body: Uint8Array, limits: XmlLimits = {}, charset?: string): ParsedXml {
  const { maxBytes = defaultMaxBytes, maxDepth = 32, maxElements = 20_000 } = limits
  if (body.byteLength > maxBytes) throw new CwmpParseError('too_large')
  const decoded = decodeText(body, charset)
  const repairs: Repair[] = decoded.guessed ? ['charset_guessed'] : []
  const text = mend(decoded.text, repairs).trim()
  if (text === '') throw new CwmpParseError('empty')
  const root = parseTree(text, maxDepth, maxElements)
  return { root, repairs }
}

/** Accepts every well-formed document without DOCTYPE and processing instructions. @throws CwmpParseError */
function parseTree(text: string, maxDepth: number, maxElements: number): XmlNode {
  const document: XmlNode = { name: '', attributes: {}, children: [], text: '' }
  const open: XmlNode[] = []
  let current = document
  let elements = 0

  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  parser.on('opentag', (tag) => {
    if (++elements > maxElements) throw new CwmpParseError('too_many_elements')
    if (open.length >= maxDepth) throw new CwmpParseError('too_deep')
    const node: XmlNode = { name: localName(tag.name), attributes: tag.attributes, children: [], text: '' }
    current.children.push(node)
    open.push(current)
    current = node
  })
  parser.on('closetag', () => {
    current = open.pop() ?? document
  })
  const append = (data: string) => {
    current.text += data
  }
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('doctype', () => {
    throw new CwmpParseError('doctype')
  })
  parser.on('processinginstruction', () => {
    throw new CwmpParseError('processing_instruction')
  })
  parser.on('error', (error) => {
    throw new CwmpParseError('not_well_formed', error.message)
  })
  parser.write(text).close()

  const root = document.children[0]
  if (root === undefined) throw new CwmpParseError('not_well_formed')
  return root
}

export function childOf(node: XmlNode, name: string): XmlNode | undefined {
  return node.children.find((child) => child.name === name)
}

/** Trimmed text of a child element; '' if absent. */
export function textOf(node: XmlNode, name: string): string {
  return childOf(node, name)?.text.trim() ?? ''
}

/** Value of an attribute by its local name. */
export function attributeOf(node: XmlNode, name: string): string | undefined {
  for (const key in node.attributes) {
    if (key === name || (key.endsWith(name) && localName(key) === name)) return node.attributes[key]
  }
  return undefined
}
