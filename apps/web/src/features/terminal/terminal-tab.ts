import type { EndpointOutput } from '@netward/contract'

/** A terminal that was asked for: its ticket opens it once. */
export interface TerminalTab {
  readonly terminalId: string
  readonly ticket: string
  readonly deviceId: string
  readonly deviceName: string
  readonly reason: string
}

export type TerminalRow = EndpointOutput<'POST /api/v1/device/terminal/lists'>['items'][number]

/** A device as far as a terminal on it is concerned. */
export interface ChosenDevice {
  readonly id: string
  readonly name: string
}
