import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeText } from './index.ts'

const known = [
  { kind: 'outlet', id: '5' },
  { kind: 'device', id: '7' },
]

test.each([
  ['See [虹桥店](outlet:5) and [SW](device:7).', 'See [虹桥店](outlet:5) and [SW](device:7).'],
  ['[x](outlet:6) [y](https://evil.example/?d=1)', 'x y'],
  ['![a](https://evil.example/a.png?d=secret) b', ' b'],
  ['![a](outlet:5)', ''],
  ['[![a](https://e.example)](outlet:5)', '[](outlet:5)'],
  ['[a][1]\n\n[1]: https://evil.example', '[a] [1]\n\n'],
  ['> [1]: https://e.example\n[1]', '\n[1]'],
  ['[1]:\nhttps://e.example', '\ne.example'],
  ['<https://evil.example> <a@b.example>', 'evil.example a@b.example'],
  ['see https://evil.example/x?y or www.evil.example', 'see evil.example/x?y or evil.example'],
  ['<img src=x onerror=alert(1)>hi<script>x</script>', 'hix'],
  ['<<b>script>alert(1)', '&lt;script>alert(1)'],
  ['<img src="x"', '&lt;img src="x"'],
  ['loss < 5 % and <5 ms', 'loss < 5 % and <5 ms'],
  ['[a](outlet:5 "title")', 'a'],
  ['[a](javascript:alert(1))', 'a'],
  ['[a](\nhttps://e.example)', '[a] (\ne.example)'],
  ['zero\u200Bwidth \u202Ebidi \u{E0041}tag', 'zerowidth bidi tag'],
  ['`<vlan>` and `a[0](x)`', '`<vlan>` and `a[0] (x)`'],
  ['```xml\n<vlan>[a](https://e.example)\n```\n<b>x</b>', '```xml\n<vlan>[a] (https://e.example)\n```\nx'],
  ['- a\n  ```\n<img src=x>', '- a\n  ```\n'],
  ['| a ` | <img src=x> | ` |', '| a ` |  | ` |'],
  ['a ` b\nc ` `<img src=x>` d', 'a ` b\nc ` `` d'],
  ['\\\\`a` <img src=x> `', '\\\\`a`  `'],
  ['| a | b |\n|---|---|\n| **1** | [x](device:7) |', '| a | b |\n|---|---|\n| **1** | [x](device:7) |'],
])('%s', (text, safe) => {
  expect(safeText(text, known)).toBe(safe)
})

const piece = fc.constantFrom(
  '[',
  ']',
  '(',
  ')',
  '!',
  '<',
  '>',
  ':',
  '/',
  '//',
  '`',
  '```',
  '\n',
  '\\',
  '|',
  ' ',
  'a',
  'img',
  'http',
  'https://e.example',
  'www.',
  'outlet:5',
  'outlet:6',
  '[x](outlet:5)',
  '[x](http://e.example)',
  '![x](',
  '<a href=',
  '\u200B',
)
const markdown = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''))

test('nothing is left that could become a link, whatever is combined', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const safe = safeText(text, known)
      const rest = safe.replaceAll(/(?<!!)\[[^[\]\n]*\]\(outlet:5\)/g, ' ')
      expect(rest).not.toMatch(/\][([]|\]:/)
    }),
    { numRuns: 3000 },
  )
})

test('where no code is, neither addresses nor tags are left', () => {
  fc.assert(
    fc.property(
      markdown.map((text) => text.replaceAll('`', '')),
      (text) => {
        const rest = safeText(text, known)
        expect(rest).not.toContain('://')
        expect(rest).not.toMatch(/\bwww\./i)
        expect(rest).not.toMatch(/<[/!?a-z]/i)
      },
    ),
    { numRuns: 3000 },
  )
})

test('text that is safe stays as it is', () => {
  const text =
    '## 结论\n\n1. 丢包率 **12.5 %**，见 [虹桥店](outlet:5)。\n2. `display interface`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
  expect(safeText(text, known)).toBe(text)
})

test('takes time in proportion to the length of a text', () => {
  for (const part of ['[', '![', '[a](', '<a ', '](', '`', 'http://', '<!--', '[a](x(', '> [a'])
    expect(safeText(part.repeat(30_000), known).length).toBeGreaterThanOrEqual(0)
})
