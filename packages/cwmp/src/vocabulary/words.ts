import { termOf, type Words } from './field.ts'

/**
 * States of interfaces: TR-181 Status (Up, Down, Unknown, Dormant, NotPresent, LowerLayerDown, Error), TR-098 Status (Up,
 * NoLink, Error, Disabled) and ConnectionStatus, TR-181 and TR-098 Time Status. The first spelling is TR-181's.
 */
export const stateWords = {
  up: ['Up', 'Connected', 'Enabled'],
  connecting: ['Dormant', 'Connecting', 'Authenticating'],
  disconnecting: ['PendingDisconnect', 'Disconnecting'],
  down: ['Down', 'NoLink', 'Disconnected', 'Unconfigured', 'NotPresent', 'LowerLayerDown'],
  synchronized: ['Synchronized'],
  unsynchronized: ['Unsynchronized', 'Error_FailedToSynchronize'],
  disabled: ['Disabled'],
  error: ['Error', 'Error_Misconfigured'],
} as const satisfies Words

/** The term for an interface's reported state; null if it reports none. */
export function interfaceState(status: string | null): keyof typeof stateWords | 'other' | null {
  return termOf(stateWords, status ?? '')
}
