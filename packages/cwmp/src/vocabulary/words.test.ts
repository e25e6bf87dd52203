import { expect, test } from 'vitest'
import { interfaceState } from './words.ts'

test.each([
  // TR-181 Device.IP.Interface.{i}.Status
  ['Up', 'up'],
  ['Down', 'down'],
  ['Dormant', 'connecting'],
  ['NotPresent', 'down'],
  ['LowerLayerDown', 'down'],
  ['Error', 'error'],
  // TR-098 WANIPConnection and WANPPPConnection, ConnectionStatus
  ['Unconfigured', 'down'],
  ['Connecting', 'connecting'],
  ['Authenticating', 'connecting'],
  ['Connected', 'up'],
  ['PendingDisconnect', 'disconnecting'],
  ['Disconnecting', 'disconnecting'],
  ['Disconnected', 'down'],
  [' connected ', 'up'],
  // A gateway may use values outside the standards.
  ['Testing', 'other'],
  ['', null],
  [null, null],
])('an interface that says %j is %s', (status, state) => {
  expect(interfaceState(status)).toBe(state)
})
