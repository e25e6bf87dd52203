import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Secrets } from '../../platform/secrets.ts'
import { isOurKey, parameterKeyOf, withParameterKey } from './parameter-key.ts'

const secrets = new Secrets(randomBytes(32))

test('a key is recognised only on its gateway and by this installation', () => {
  const key = parameterKeyOf(secrets, '7', 'abcdefghijklmnop')
  expect(key.length).toBeLessThanOrEqual(32)
  expect(isOurKey(secrets, '7', key)).toBe(true)
  expect(isOurKey(secrets, '8', key)).toBe(false)
  expect(isOurKey(new Secrets(randomBytes(32)), '7', key)).toBe(false)
  for (const other of ['', 'nw-', 'genie', `${key}x`, key.slice(0, -1), `nw-.${key.slice(-8)}`]) {
    expect(isOurKey(secrets, '7', other)).toBe(false)
  }
})

test('a change of a gateway carries a key, an explicit one stays', () => {
  const id = '9'.repeat(18)
  const added = withParameterKey(secrets, '7', { id, kind: 'add_object', path: 'Device.NAT.PortMapping.' })
  const key = 'parameterKey' in added ? (added.parameterKey ?? '') : ''
  expect(key.length).toBeLessThanOrEqual(32)
  expect(isOurKey(secrets, '7', key)).toBe(true)
  const kept = { id, kind: 'delete_object', path: 'Device.A.1.', parameterKey: 'mine' } as const
  expect(withParameterKey(secrets, '7', kept)).toEqual(kept)
  expect(withParameterKey(secrets, '7', { id, kind: 'reboot' })).toEqual({ id, kind: 'reboot' })
})
