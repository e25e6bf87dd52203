import { expect, test } from 'vitest'
import { prettyXml } from './pretty-xml.ts'

test.each([
  [
    'nested elements are indented, a leaf stays on one line',
    '<a><b>1</b><c/></a>',
    '<a>\n  <b>1</b>\n  <c/>\n</a>',
  ],
  ['white space between tags is dropped', '<a>\n\n  <b>1</b>\n</a>', '<a>\n  <b>1</b>\n</a>'],
  ['an empty element keeps both its tags', '<a><b></b></a>', '<a>\n  <b></b>\n</a>'],
  ['entities are not resolved', '<a>&lt;x&gt;&amp;</a>', '<a>&lt;x&gt;&amp;</a>'],
  [
    'CDATA is a leaf, whatever it holds',
    '<a><b><![CDATA[<x>]]></b></a>',
    '<a>\n  <b><![CDATA[<x>]]></b>\n</a>',
  ],
  [
    'a declaration and a comment indent nothing',
    '<?xml version="1.0"?><!-- <x> --><a/>',
    '<?xml version="1.0"?>\n<!-- <x> -->\n<a/>',
  ],
  ['closing tags too many do not break it', '</a></b><c/>', '</a>\n</b>\n<c/>'],
  ['an element that is never closed stays', '<a><b>1', '<a>\n  <b>\n    1'],
  ['text that is no XML stays as it is', 'Bad  Request\n', 'Bad  Request\n'],
])('%s', (_rule, source, pretty) => {
  expect(prettyXml(source)).toBe(pretty)
})

test('a hostile message of many levels does not grow by its indents', () => {
  const levels = 20_000
  expect(prettyXml('<b>'.repeat(levels)).length).toBeLessThan(levels * 100)
})
