import { type SshDevice, startSshDevice } from '@netward/testkit'
import { serveJobs } from './job-process.ts'

/** A device with an echoing shell, in its own process. */
export interface EchoDevice {
  readonly kind: 'echo'
  readonly username: string
  readonly password: string
}

let device: SshDevice | null = null

async function echo({ username, password }: EchoDevice): Promise<{ port: number }> {
  device = await startSshDevice({ username, password })
  return { port: device.port }
}

serveJobs({ echo })
