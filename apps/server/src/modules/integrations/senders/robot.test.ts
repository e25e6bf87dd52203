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
