import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { GatewaySnapshot } from '../gateway/options.ts'

/** State that the demo keeps between starts, in its data directory. */
export interface DemoState {
  /** By company code. */
  enrolments: Record<string, { username: string; password: string }>
  /**
   * Gateway state that survives a power cut, by serial number: its own credentials, as set by the console.
   */
  gateways: Record<string, GatewaySnapshot>
  /** Serial numbers of gateways whose past values are stored. */
  withPast?: string[]
  /** The shell shared by all gateways. */
  shell?: { port: number; hostKey: string; password: string }
  /** That of switches and firewalls. */
  deviceShell?: { port: number; hostKey: string; password: string }
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
