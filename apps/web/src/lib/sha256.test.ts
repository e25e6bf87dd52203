import { expect, test } from 'vitest'
import { Sha256 } from './sha256.ts'

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1_000, 100_001])(
  '%i bytes have the SHA-256 that others tell',
  async (size) => {
    const content = Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 7)) & 255)
    const expected = hex(await crypto.subtle.digest('SHA-256', content))
    expect(new Sha256().update(content).digest()).toBe(expected)
    const pieces = new Sha256()
    for (let at = 0; at < size; at += 37) pieces.update(content.subarray(at, at + 37))
    expect(pieces.digest()).toBe(expected)
  },
)
