import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePlainXml } from './plain-xml.ts'
import { parseWholeXml } from './xml.ts'

/** What the parser of the whole language makes of it; null where it refuses. */
function whole(text: string) {
  try {
    return parseWholeXml(text, 8, 50)
  } catch {
    return null
  }
}

// Pieces of documents, right and wrong ones, so that many of the texts made of them nearly are documents.
const pieces = [
  ['<a>', '</a>', '<a/>', '<p:b x="1">', '</p:b>', '<b y:z="&quot;" >', '</b >', '<c\n\tx="1"\n y=\'2\'/>'],
  ['<a x="1" x="2">', '<a x="1"y="2">', '<a x = "1">', '<a x="a<b">', '<a x="a>b">', '<A>', '</ a>', '< a>'],
  [
    'text',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '&amp;',
    '&lt;',
    '&nbsp;',
    '&#65;',
    '&',
    ']]>',
    '\u00A0',
    '\u{1F600}',
    'é',
  ],
  [
    '<!-- c -->',
    '<![CDATA[<x>]]>',
    '<?pi?>',
    '<!DOCTYPE a>',
    '<',
    '>',
    '"',
    '<1>',
    '<a.b-c_d:e>',
    '</a.b-c_d:e>',
  ],
  [
    '<?xml version="1.0"?>',
    "<?xml version='1.0' encoding='UTF-8' standalone='no' ?>",
    '<?xml version="1.1"?>',
  ],
].flat()
const mixed = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(''))
const framed = fc
  .tuple(fc.constantFrom('', '<?xml version="1.0" encoding="UTF-8"?>\n'), mixed)
  .map(([before, inside]) => `${before}<r>${inside}</r>`)

test('what it reads is what the parser of the whole language reads', () => {
  let read = 0
  fc.assert(
    fc.property(fc.oneof(mixed, framed), (text) => {
      const plain = parsePlainXml(text.trim(), 8, 50)
      if (plain === null) return
      read += 1
      expect(plain).toEqual(whole(text.trim()))
    }),
    { numRuns: 5_000 },
  )
  expect(read).toBeGreaterThan(100)
})

test.each([
  ['a comment', '<a><!-- c --></a>'],
  ['CDATA', '<a><![CDATA[x]]></a>'],
  ['a character reference', '<a>&#65;</a>'],
  ['a DOCTYPE', '<!DOCTYPE a><a/>'],
  ['an attribute twice', '<a x="1" x="2"/>'],
  ['tags that do not match', '<a><b></a></b>'],
  ['a second root', '<a/><b/>'],
  ['text beside the root', '<a/>x'],
  ['an element that is not closed', '<a><b></b>'],
  ['nothing', ''],
  ['too deep', '<a>'.repeat(9) + '</a>'.repeat(9)],
  ['too many elements', `<a>${'<b/>'.repeat(50)}</a>`],
])('%s is left to the parser of the whole language', (_what, text) => {
  expect(parsePlainXml(text, 8, 50)).toBeNull()
})

test('attributes are named as they are written, and __proto__ is one of them', () => {
  const root = parsePlainXml(
    '<s:a xmlns:s="u" __proto__="x"><s:b xsi:type="t">1 &lt; 2\r\n</s:b></s:a>',
    8,
    50,
  )
  expect(root).toMatchObject({
    name: 'a',
    children: [{ name: 'b', text: '1 < 2\n', attributes: { 'xsi:type': 't' } }],
  })
  expect(Object.keys(root?.attributes ?? {})).toEqual(['xmlns:s', '__proto__'])
})

test('white space and attributes without an end are given up in time', () => {
  expect(parsePlainXml(`<a${' '.repeat(500_000)}x`, 8, 50)).toBeNull()
  expect(parsePlainXml(`<a${' x="1"'.repeat(100_000)}<`, 8, 50)).toBeNull()
})
