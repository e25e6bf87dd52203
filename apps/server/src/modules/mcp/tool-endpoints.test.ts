import { readdirSync, readFileSync } from 'node:fs'
import * as contract from '@netward/contract'
import { isToolEndpoint, toolEndpoints } from '@netward/contract/tool-endpoints'
import { expect, test } from 'vitest'

const directory = new URL('../conversations/tools/', import.meta.url)
const sources = readdirSync(directory)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, directory), 'utf8'))
const apis = contract as unknown as Record<string, Record<string, contract.Endpoint> | undefined>

test('personal tokens open exactly what the tools read', () => {
  const named = sources.flatMap((source) => [...source.matchAll(/\b(\w+Api)\.(\w+)/g)])
  const read = named
    .map(([, api = '', name = '']) => apis[api]?.[name])
    .filter((endpoint) => endpoint?.reads === true)
    .map((endpoint) => `${endpoint!.method} ${endpoint!.path}`)
  expect([...new Set(read)].toSorted()).toEqual([...toolEndpoints].toSorted())
})

test('nothing that writes is admitted', () => {
  const [path] = toolEndpoints
  const [method = '', url = ''] = path.split(' ')
  expect(isToolEndpoint({ method, path: url, reads: true })).toBe(true)
  expect(isToolEndpoint({ method, path: url, reads: false })).toBe(false)
})
