import { type LoadResult, runLoad } from '@netward/testkit'
import { serveJobs } from './job-process.ts'

/** Periodic Inform sessions of gateways that `seed-gateways.ts` made known. */
export interface InformLoad {
  readonly kind: 'informs'
  readonly url: string
  readonly digest: boolean
  /** Numbers of the gateways that take turns. */
  readonly first: number
  readonly devices: number
  readonly connections: number
  readonly milliseconds: number
}

/** What a gateway answers a challenge with. */
export function credentialsOf(number: number) {
  return { username: `bench-${number}`, password: `bench-secret-${number}` }
}

function load({ url, digest, first, devices, connections, milliseconds }: InformLoad): Promise<LoadResult> {
  return runLoad({
    url,
    first,
    devices,
    connections,
    durationMs: milliseconds,
    ...(digest ? { credentials: credentialsOf } : {}),
  })
}

if (process.send) serveJobs({ informs: load })
