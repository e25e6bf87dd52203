import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader } from './frame-reader.ts'

async function* inChunks(whole: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
}

test('lines and bytes come back as written, whatever the chunks', async () => {
  const frame = fc.tuple(
    fc.string().filter((line) => !line.includes('\n')),
    fc.uint8Array({ maxLength: 50 }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(frame, { maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
      async (frames, size) => {
        const parts = frames.flatMap(([line, bytes]) => [Buffer.from(`${line}\n`), Buffer.from(bytes)])
        const reader = new FrameReader(inChunks(Buffer.concat(parts), size))
        for (const [line, bytes] of frames) {
          expect(await reader.line()).toBe(Buffer.from(line).toString())
          expect(await reader.bytes(bytes.length)).toEqual(Buffer.from(bytes))
        }
        expect(await reader.line()).toBe(null)
      },
    ),
  )
})

test('a truncated stream gives null', async () => {
  expect(await new FrameReader(inChunks(Buffer.from('no end'), 2)).line()).toBe(null)
  expect(await new FrameReader(inChunks(Buffer.from('four'), 2)).bytes(5)).toBe(null)
})
