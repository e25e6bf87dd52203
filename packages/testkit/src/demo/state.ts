import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { GatewaySnapshot } from '../gateway/options.ts'

/** What the demo remembers between two starts, in the data directory of the demo. */
export interface DemoState {
  /** By company code. */
  enrolments: Record<string, { username: string; password: string }>
  /** What a gateway keeps over a power cut, by serial number: its own credentials, as the console set them. */
  gateways: Record<string, GatewaySnapshot>
  /** The shell that all gateways have. */
  shell?: { port: number; hostKey: string; password: string }
}

export function readDemoState(file: string): DemoState {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DemoState
  } catch {
    return { enrolments: {}, gateways: {} }
  }
}

export function writeDemoState(file: string, state: DemoState): void {
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
