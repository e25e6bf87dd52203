import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { Batcher, batchOrEach } from './batcher.ts'

const atOnce = { milliseconds: 0, largest: 8, lanes: 1 }

function arrange(several: (batch: number[]) => Promise<readonly (string | undefined)[]>) {
  const alone = vi.fn(async (item: number) => {
    if (item < 0) throw new Error(`${item} is bad`)
    return `${item} alone`
  })
  const gatherer = new Batcher<number, string>(batchOrEach({ several, alone }), atOnce)
  return { alone, all: (...items: number[]) => Promise.allSettled(items.map((item) => gatherer.add(item))) }
}

test('items that arrive at the same moment are one batch, and a single one runs alone', async () => {
  const f = arrange(async (batch) => batch.map((item) => `${item} of ${batch.length}`))
  expect(await f.all(1, 2)).toMatchObject([{ value: '1 of 2' }, { value: '2 of 2' }])
  expect(await f.all(3)).toMatchObject([{ value: '3 alone' }])
})

test('an item that the batch cannot do runs alone, beside the others', async () => {
  const f = arrange(async (batch) => batch.map((item) => (item === 2 ? undefined : `${item}`)))
  expect(await f.all(1, 2, 3)).toMatchObject([{ value: '1' }, { value: '2 alone' }, { value: '3' }])
})

test('a refused item does not fail its batch', async () => {
  const f = arrange(() => Promise.reject(new Error('one of them is bad')))
  expect(await f.all(1, -2, 3)).toMatchObject([
    { value: '1 alone' },
    { reason: { message: '-2 is bad' } },
    { value: '3 alone' },
  ])
})

test('of two items about the same subject the later one runs alone', async () => {
  const several = vi.fn(async (batch: string[]) => batch.map((item) => `${item} of ${batch.length}`))
  const alone = async (item: string) => `${item} alone`
  const gatherer = new Batcher(batchOrEach({ several, alone, about: (item: string) => item[0] }), atOnce)
  const all = ['a1', 'b1', 'a2'].map((item) => gatherer.add(item))
  expect(await Promise.all(all)).toEqual(['a1 of 2', 'b1 of 2', 'a2 alone'])
})

test('of two items about the same subject the later one runs after the earlier one, whatever its outcome', async () => {
  const first = Promise.withResolvers<string>()
  const begun: string[] = []
  const alone = (item: string) => {
    begun.push(item)
    return item === 'a1' ? first.promise : Promise.resolve(`${item} alone`)
  }
  const work = batchOrEach({ several: async () => [], alone, about: (item: string) => item[0] })
  const outs = await work(['a1', 'a2', 'b1'])
  expect(await outs[2]).toBe('b1 alone')
  expect(begun).toEqual(['a1', 'b1'])
  first.reject(new Error('refused'))
  expect(await Promise.allSettled(outs.map(async (out) => out))).toMatchObject([
    { reason: { message: 'refused' } },
    { value: 'a2 alone' },
    { value: 'b1 alone' },
  ])
})

test('during a database outage nothing is retried', async () => {
  const away = Object.assign(new pg.DatabaseError('going away', 0, 'error'), { code: '57P01' })
  const f = arrange(() => Promise.reject(away))
  expect(await f.all(1, 2)).toMatchObject([{ reason: away }, { reason: away }])
  expect(f.alone).not.toHaveBeenCalled()
})
