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
  /** Ends at this time, or after `sessions`. */
  readonly milliseconds?: number
  readonly sessions?: number
  readonly bootstrap?: boolean
  readonly starting?: boolean
  readonly growing?: number
}

/** A gateway's answer to a challenge. */
export function credentialsOf(number: number) {
  return { username: `bench-${number}`, password: `bench-secret-${number}` }
}

function load({ digest, milliseconds, ...job }: InformLoad): Promise<LoadResult> {
  return runLoad({
    ...job,
    ...(milliseconds === undefined ? {} : { durationMs: milliseconds }),
    ...(digest ? { credentials: credentialsOf } : {}),
  })
}

if (process.send) serveJobs({ informs: load })
