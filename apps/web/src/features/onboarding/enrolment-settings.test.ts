import { expect, test } from 'vitest'
import { isLoopback } from './enrolment-settings.tsx'

test.each([
  ['http://127.0.0.1:7547/', true],
  ['http://localhost:7547/', true],
  ['http://[::1]:7547/', true],
  ['http://192.0.2.7:7547/', false],
  ['https://acs.127.0.0.1.example/', false],
  ['no address', false],
])('%s is reached from this machine alone: %s', (address, alone) => {
  expect(isLoopback(address)).toBe(alone)
})
