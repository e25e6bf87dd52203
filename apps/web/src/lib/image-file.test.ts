import { expect, test } from 'vitest'
import { imageProblem } from './image-file.ts'

test.each([
  ['logo.png', 1, null],
  ['LOGO.JPEG', 5 * 2 ** 20, null],
  ['logo.svg', 10, { key: 'validation.imageType' }],
  ['png', 10, { key: 'validation.imageType' }],
  ['logo.jpg', 0, { key: 'validation.fileEmpty' }],
  ['logo.jpg', 5 * 2 ** 20 + 1, { key: 'validation.imageSize', size: 5 }],
])('%s of %i bytes: %o', (name, size, problem) => {
  expect(imageProblem({ name, size }, 5)).toEqual(problem)
})
