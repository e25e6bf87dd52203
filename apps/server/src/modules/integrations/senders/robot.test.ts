import { expect, test } from 'vitest'
import { contentOf } from './robot.ts'

test.each(['text', 'markdown'] as const)('a name of a device mentions nobody as %s', (format) => {
  const name = '<at user_id="all">all</at> <@all> @13800000000'
  const content = contentOf(
    { subject: name, lines: [name], link: 'https://n.test', cutText: 'open' },
    format,
    4096,
  )
  expect(content).not.toMatch(/[<>@]/)
})

test('numbers of people on call stand in the text of DingTalk, however long it is, and no name mentions anybody', () => {
  const content = contentOf(
    {
      subject: 'S',
      lines: ['长'.repeat(3000)],
      link: 'https://n.test',
      cutText: 'open',
      onCall: 'On call: <@all>',
    },
    'markdown',
    4096,
    ['13800000001', '13900000002'],
  )
  expect(Buffer.byteLength(content)).toBeLessThanOrEqual(4096)
  expect(content).toMatch(/\(https:\/\/n\.test\) @13800000001 @13900000002$/)
  expect(content.match(/@/g)).toHaveLength(2)
  expect(content).toContain('On call: ＜')
})
