import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from './config/config.ts'
import type { Scopes } from './db/scope.ts'
import type { App } from './http/route.ts'
import type { JobHandler, Sweep } from './jobs/job.ts'
import type { Logger } from './log.ts'
import type { Secrets } from './secrets.ts'

/** What every module of a process is made from. */
export interface ModuleDeps {
  readonly config: Config
  readonly scopes: Scopes
  readonly secrets: Secrets
  readonly log: Logger
  /** How messages leave: the part of the configuration that modules which send them take. */
  readonly messages: Pick<Config, 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'outbox'>
}

/** What a module adds to the roles that a process plays. `server.ts` loops over all of them. */
export interface ServerModule {
  /** Every process, before it plays a role: what this release brings. */
  prepare?(): Promise<void>
  /** Role api: its endpoints. */
  routes?(app: App): void | Promise<void>
  /** Role api: what runs beside requests until the process stops. */
  start?(): { stop(): Promise<unknown> }
  /** Role worker: tasks of the queue by name. */
  jobs?(): Record<string, JobHandler>
  /** Role worker: what runs by the clock. */
  sweeps?(): readonly Sweep[]
  /** Role poller: what measures devices until the process stops. */
  poller?(): { stop(): Promise<unknown> }
  /** Role acs: serves a file request of a gateway; false if the path belongs to another module. */
  deviceFiles?(): (request: IncomingMessage, response: ServerResponse) => boolean
  /** Values of `/metrics`, read on each scrape. */
  gauges?(): Record<string, () => number>
}

/**
 * Each `modules/<domain>/index.ts` exports one as `serverModule`, which registers the module: no other file names it.
 */
export type ServerModuleFactory = (deps: ModuleDeps) => ServerModule
