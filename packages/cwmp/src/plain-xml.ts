import type { XmlNode } from './xml.ts'

const name = '[A-Za-z_][A-Za-z0-9_:.-]*'
const space = '[ \\t\\r\\n]'
const attribute = `${name}="[^"<&\\t\\r\\n]*"`
/** 1: of an end tag; 2: of a start tag, 3: its attributes, 4: a slash where it has no content. */
const tag = new RegExp(
  `<(?:/(${name})${space}*|(${name})((?:${space}+${attribute}){0,32})${space}*(/?))>`,
  'y',
)
const attributes = new RegExp(`(${name})="([^"]*)"`, 'g')
const declaration =
  /^<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?(?: standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/
const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const inkOutside = /[^ \t\r\n]/
const references = /&(?:(amp|lt|gt|quot|apos);)?/g

/**
 * Reads what nearly all gateways write: elements, attributes in double quotes, text with the predefined entities. It jumps
 * from tag to tag, in less than half of the time that looking at every character takes. What XML forbids in texts was taken
 * out before (xml.ts).
 * @returns null for anything else (comments, CDATA, character references, DOCTYPE, dozens of attributes, what is not
 * well-formed, what is beyond the limits): the parser of the whole language judges that.
 */
export function parsePlainXml(text: string, maxDepth: number, maxElements: number): XmlNode | null {
  const document: XmlNode = { name: '', attributes: {}, children: [], text: '' }
  const open: { node: XmlNode; tagName: string }[] = []
  const known = new Map<string, XmlNode['attributes']>()
  let current = document
  let elements = 0
  let at = declaration.exec(text)?.[0].length ?? 0
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const data = plainText(text.slice(at, next === -1 ? text.length : next))
    if (data === null || (current === document && inkOutside.test(data))) return null
    if (current !== document) current.text += data
    if (next === -1) break
    tag.lastIndex = next
    const found = tag.exec(text)
    if (found === null) return null
    at = tag.lastIndex
    const [, ended, begun = '', listed = '', slash] = found
    if (ended !== undefined) {
      if (open.pop()?.tagName !== ended) return null
      current = open.at(-1)?.node ?? document
      continue
    }
    if (++elements > maxElements || open.length >= maxDepth) return null
    if (current === document && document.children.length > 0) return null
    const named = attributesOf(listed, known)
    if (named === null) return null
    const node: XmlNode = {
      name: begun.slice(begun.lastIndexOf(':') + 1),
      attributes: named,
      children: [],
      text: '',
    }
    current.children.push(node)
    if (slash === '/') continue
    open.push({ node, tagName: begun })
    current = node
  }
  return open.length === 0 ? (document.children[0] ?? null) : null
}

/** Null where a reference is not predefined, or what ends CDATA stands outside of it. */
function plainText(raw: string): string | null {
  if (raw.includes(']]>')) return null
  const text = raw.includes('\r') ? raw.replaceAll(/\r\n?/g, '\n') : raw
  if (!text.includes('&')) return text
  let foreign = false
  const read = text.replaceAll(references, (_whole, entity?: string) => {
    if (entity === undefined) foreign = true
    return predefined[entity ?? ''] ?? ''
  })
  return foreign ? null : read
}

/** Null where one is there twice. */
function attributesOf(
  listed: string,
  known: Map<string, XmlNode['attributes']>,
): XmlNode['attributes'] | null {
  const before = known.get(listed)
  if (before !== undefined) return before
  const found = Object.create(null) as Record<string, string>
  for (const [, key = '', value = ''] of listed.matchAll(attributes)) {
    if (key in found) return null
    found[key] = value
  }
  known.set(listed, found)
  return found
}
