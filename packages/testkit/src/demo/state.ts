import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** What a gateway keeps over a power cut: its own credentials, as the console set them. */
export interface GatewayMemory {
  bootstrapped: boolean
  username: string
  password: string
  connectionRequestUsername: string
  connectionRequestPassword: string
  interval: number
}

/** What the demo remembers between two starts, in the data directory of the demo. */
export interface DemoState {
  /** By company code. */
  enrolments: Record<string, { username: string; password: string }>
  /** By serial number. */
  gateways: Record<string, GatewayMemory>
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
