import type { EndpointOutput } from '@netward/contract'

/** A requested terminal: its ticket opens it once. */
export interface TerminalTab {
  readonly terminalId: string
  readonly ticket: string
  readonly deviceId: string
  readonly deviceName: string
  readonly reason: string
}

export type TerminalRow = EndpointOutput<'POST /api/v1/device/terminal/lists'>['items'][number]

/** The device data that a terminal needs. */
export interface ChosenDevice {
  readonly id: string
  readonly name: string
}
