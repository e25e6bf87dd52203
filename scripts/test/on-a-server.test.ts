import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onAServer } from './on-a-server.ts'
import { root } from './run.ts'
import { steps } from './steps.ts'

test('what runs on a PostgreSQL server is there, and runs only when it is named', () => {
  expect(onAServer.filter((place) => !existsSync(root + place))).toEqual([])
  expect(steps.filter(({ onlyByName }) => onlyByName).map(({ name }) => name)).toEqual(['server-database'])
})
