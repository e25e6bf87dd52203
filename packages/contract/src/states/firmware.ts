/**
 * Draft: its file and facts can change. Released: campaigns may use it. Withdrawn: no gateway receives it any
 * more.
 */
export const firmwareStates = ['draft', 'released', 'withdrawn'] as const
export type FirmwareState = (typeof firmwareStates)[number]

export const firmwareMoves = {
  release: { from: ['draft', 'withdrawn'], to: 'released' },
  withdraw: { from: ['released'], to: 'withdrawn' },
} as const satisfies Record<string, { from: readonly FirmwareState[]; to: FirmwareState }>

export type FirmwareMove = keyof typeof firmwareMoves
export const firmwareMoveNames = Object.keys(firmwareMoves) as FirmwareMove[]

/** The state after a move; null where it is not allowed. */
export function afterFirmwareMove(state: FirmwareState, move: FirmwareMove): FirmwareState | null {
  const { from, to } = firmwareMoves[move]
  return (from as readonly FirmwareState[]).includes(state) ? to : null
}
