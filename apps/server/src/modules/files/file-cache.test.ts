import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileCache } from './file-cache.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'netward-cache-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('evicts the least recently used files beyond its limit', async () => {
  const cache = new FileCache(directory, 1000)
  for (const [age, name] of ['a.png', 'b.png', 'c.png'].entries()) {
    await cache.write(name, Buffer.alloc(300))
    const used = new Date(Date.now() - (10 - age) * 60_000)
    await utimes(join(directory, name), used, used)
  }
  expect(await cache.read('a.png')).toHaveLength(300)
  await cache.write('d.png', Buffer.alloc(300))
  expect((await readdir(directory)).toSorted()).toEqual(['a.png', 'd.png'])
})

test('does not keep a file that alone exceeds the limit', async () => {
  const cache = new FileCache(directory, 100)
  await cache.write('a.png', Buffer.alloc(101))
  expect(await readdir(directory)).toEqual([])
})

test('a name that is a path reaches no file', async () => {
  const cache = new FileCache(join(directory, 'inner'), 1000)
  await cache.write('../a.png', Buffer.from('x'))
  expect(await readdir(directory)).toEqual(['inner'])
  expect(await readdir(join(directory, 'inner'))).toEqual([])
  expect(await cache.read('../a.png')).toBeNull()
})

test('works without copies if the directory cannot be created', async () => {
  await writeFile(join(directory, 'file'), '')
  const cache = new FileCache(join(directory, 'file', 'below'), 1000)
  await cache.write('a.png', Buffer.from('x'))
  expect(await cache.read('a.png')).toBeNull()
})
