import { expect, test } from 'vitest'
import { zipOf } from './zip.ts'

test('the directory at the end leads to each file, its name in UTF-8 and its CRC', async () => {
  const files = [
    // The check value of CRC-32 is that of these digits.
    { fileName: 'branch-1.lic', content: '123456789' },
    { fileName: '授权.lic', content: '悦来' },
  ]
  const bytes = new Uint8Array(await zipOf(files).arrayBuffer())
  const view = new DataView(bytes.buffer)
  const text = (at: number, length: number) => new TextDecoder().decode(bytes.subarray(at, at + length))
  const end = bytes.length - 22
  expect([view.getUint32(end, true), view.getUint16(end + 10, true)]).toEqual([0x06054b50, 2])
  let at = view.getUint32(end + 16, true)
  expect(at + view.getUint32(end + 12, true)).toBe(end)
  const read = files.map(() => {
    expect(view.getUint32(at, true)).toBe(0x02014b50)
    const nameLength = view.getUint16(at + 28, true)
    const local = view.getUint32(at + 42, true)
    const size = view.getUint32(at + 24, true)
    expect([view.getUint32(local, true), view.getUint32(local + 14, true)]).toEqual([
      0x04034b50,
      view.getUint32(at + 16, true),
    ])
    const one = { fileName: text(at + 46, nameLength), content: text(local + 30 + nameLength, size) }
    at += 46 + nameLength
    return one
  })
  expect(read).toEqual(files)
  expect(view.getUint32(14, true)).toBe(0xcbf43926)
})
