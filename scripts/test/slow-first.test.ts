import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { TestSpecification } from 'vitest/node'
import { root } from './run.ts'
import { slowFiles, slowFirst } from './slow-first.ts'

const specification = (file: string, groupOrder = 0) =>
  ({ moduleId: `${root}${file}`, project: { config: { sequence: { groupOrder } } } }) as TestSpecification

test('files that take long come first in their turn, and the others stay as they were', () => {
  const [slow = ''] = slowFiles
  const files = [specification('b.test.ts'), specification('a.test.ts'), specification(slow, 1)]
  const sorted = slowFirst([...files, specification(slow)])
  expect(sorted).toEqual([specification(slow), ...files])
})

test('the files that are said to take long are there', () => {
  expect(slowFiles.filter((file) => !existsSync(root + file))).toEqual([])
})
