import { afterEach, expect, test, vi } from 'vitest'
import { FactOutbox } from './fact-outbox.ts'

type Fact = readonly [key: string | null, value: number]
type Message = readonly [sequence: number, facts: readonly Fact[]]
const open: FactOutbox<Fact>[] = []
afterEach(() => {
  for (const outbox of open.splice(0)) outbox.close()
})

function start() {
  const sent: Message[] = []
  const outbox = new FactOutbox<Fact>({
    send: (sequence, facts) => sent.push([sequence, facts]),
    keyOf: ([key]) => key,
  })
  open.push(outbox)
  return { outbox, sent }
}

test('of a state the last fact is sent, of events each', async () => {
  const { outbox, sent } = start()
  for (const fact of [
    ['a', 1],
    [null, 2],
    [null, 3],
    ['a', 4],
    ['b', 5],
  ] as const)
    outbox.add(fact)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.[1].map(([, value]) => value)).toEqual([2, 3, 4, 5])
})

test('what is not acknowledged is sent again unchanged, and more waits within a bound', async () => {
  const { outbox, sent } = start()
  for (let event = 0; event < 2000; event++) outbox.add([null, event])
  await vi.waitFor(() => expect(sent).toHaveLength(4))
  for (let event = 2000; event < 13_000; event++) outbox.add([null, event])
  expect(outbox.dropped).toBe(1000)
  outbox.resendLate(performance.now() + 120_000)
  expect(sent.slice(4)).toEqual(sent.slice(0, 4))
  outbox.acknowledge(4)
  // The oldest of those that waited went, not those that were sent.
  await vi.waitFor(() => expect(sent.at(8)?.[1][0]).toEqual([null, 3000]))
  outbox.acknowledge(8)
  expect(outbox.dropped).toBe(1000)
})
