import { expect, test } from 'vitest'
import type { Inline } from './inline-markdown.ts'
import { type Block, markdownOf, plainOfAnswer } from './markdown.ts'

const inline = (source: string, isOpen = false): readonly Inline[] => {
  const [block] = markdownOf(source, isOpen)
  return block !== undefined && block.kind === 'paragraph' ? block.children : []
}
const kinds = (blocks: readonly Block[]) => blocks.map(({ kind }) => kind)

test('each kind of block is found', () => {
  const blocks = markdownOf(
    [
      '## Verdict',
      'Fine.',
      '',
      '- a',
      '  - b',
      '- c',
      '',
      '1. one',
      '',
      '> said',
      '',
      '```',
      'x | y',
      '```',
      '---',
    ].join('\n'),
  )
  expect(kinds(blocks)).toEqual(['heading', 'paragraph', 'list', 'list', 'quote', 'code', 'rule'])
  expect(blocks[2]).toMatchObject({ items: [{ children: [{}, { kind: 'list' }] }, {}] })
  expect(blocks[3]).toMatchObject({ start: 1 })
})

test('a table has its cells, and a bar that is escaped belongs to one', () => {
  const [table] = markdownOf('| Line | Loss |\n|:--|--:|\n| a\\|b | **2 %** |\n| c |')
  expect(table).toMatchObject({ kind: 'table', aligns: ['left', 'right'] })
  expect(table).toMatchObject({
    rows: [
      [[{ text: 'a' }, { text: '|b' }], [{ kind: 'strong' }]],
      [[{ text: 'c' }], []],
    ],
  })
})

test.each([
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['<script>1</script>', '<script>1</script>'],
])('HTML is text: %s', (source, text) => {
  expect(inline(source)).toEqual([{ kind: 'text', text, at: 0 }])
})

test('an image has no address', () => {
  expect(inline('![logo](https://evil.example/x.png?d=1)')).toEqual([
    { kind: 'link', target: '', children: [{ kind: 'text', text: 'logo', at: 2 }] },
  ])
})

test('names with underscores and stars of arithmetic stay what they are', () => {
  expect(inline('wan_if_1 is 2 * 3 * 4')).toEqual([{ kind: 'text', text: 'wan_if_1 is 2 * 3 * 4', at: 0 }])
})

test('marks nest', () => {
  expect(inline('**a *b* `c`**')).toMatchObject([
    {
      kind: 'strong',
      children: [{ text: 'a ' }, { kind: 'em' }, { text: ' ' }, { kind: 'code', text: 'c' }],
    },
  ])
})

/** Every text, with the place that it claims. */
const texts = (inlines: readonly Inline[]): { text: string; at: number }[] =>
  inlines.flatMap((one) => (one.kind === 'text' ? [one] : 'children' in one ? texts(one.children) : []))
const textsOf = (blocks: readonly Block[]): { text: string; at: number }[] =>
  blocks.flatMap((block) => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return texts(block.children)
      case 'quote':
        return textsOf(block.children)
      case 'list':
        return block.items.flatMap(({ children }) => textsOf(children))
      case 'table':
        return [block.head, ...block.rows].flatMap((cells) => cells.flatMap(texts))
      default:
        return []
    }
  })

test.each([
  '# One\r\ntwo **three** \\*four\\*\n  five',
  '- a 1\n  - b **2** c\n    more 3\n\n- d 4',
  '> quoted 5\n> - item [6](alarm:7) x',
  '| a 1 | b |\n|---|---|\n|  22  | `x` 3 \\| 4 |\n',
  '**网点** 离线 3 台，共 12 台\n**门店**：正常',
  '[[[x](y)*_**`a 1\\',
])('every text stands where it says: %j', (source) => {
  for (const isOpen of [false, true])
    for (const { text, at } of textsOf(markdownOf(source, isOpen)))
      expect(source.slice(at, at + text.length)).toBe(text)
})

test('what a growing text has begun is shown as begun', () => {
  expect(inline('**loss is 2', true)).toMatchObject([{ kind: 'strong' }])
  expect(inline('**loss is 2')).toMatchObject([{ kind: 'text' }])
  expect(inline('see [HQ](outlet:1', true)).toMatchObject([{ text: 'see ' }, { kind: 'link', target: '' }])
  expect(kinds(markdownOf('| a | b |', true))).toEqual(['table'])
  expect(kinds(markdownOf('| a | b |\n|--', true))).toEqual(['table'])
  expect(kinds(markdownOf('| a | b |'))).toEqual(['paragraph'])
  expect(markdownOf('```\nset x', true)).toEqual([{ kind: 'code', text: 'set x', language: '' }])
})

test('hostile depth and length end', () => {
  expect(markdownOf('> '.repeat(5000))).toHaveLength(1)
  expect(markdownOf('[('.repeat(20_000))).toHaveLength(1)
  expect(markdownOf('**a '.repeat(20_000))).toHaveLength(1)
})

test('an answer reads as plain text', () => {
  expect(plainOfAnswer('## A\n**b** [c](line:1)\n\n| d | e |\n|--|--|\n| 1 | 2 |')).toBe('A\nb c\nd, e\n1, 2')
})
