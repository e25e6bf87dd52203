import { endpoints } from '@netward/contract'
import type pg from 'pg'
import { loadModules } from './load-modules.ts'
import { startAcs } from './modules/cwmp/index.ts'
import { prepareInstallation } from './modules/identity/index.ts'
import { platformSettings } from './modules/settings/index.ts'
import { closeAll } from './platform/close-all.ts'
import type { Config } from './platform/config/config.ts'
import { migrate } from './platform/db/migrate.ts'
import { createPool } from './platform/db/pool.ts'
import { Scopes } from './platform/db/scope.ts'
import { type Health, healthRoutes } from './platform/http/health.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { serveWeb } from './platform/http/pages.ts'
import { RequestRate } from './platform/http/request-rate.ts'
import type { App } from './platform/http/route.ts'
import { createHttp } from './platform/http/server.ts'
import { startWorker } from './platform/jobs/worker.ts'
import { liveRoutes } from './platform/live/live.routes.ts'
import { LiveTail } from './platform/live/tail.ts'
import type { Logger } from './platform/log.ts'
import { checkFingerprint, keepFingerprint, refuseOtherKey } from './platform/master-key.ts'
import { Secrets } from './platform/secrets.ts'

export interface ServerOptions {
  readonly config: Config
  readonly log: Logger
  /** Signs in as a role that may create roles and owns the database. */
  readonly admin: pg.ClientConfig
  readonly masterKey: Buffer
  /** The built web; null when another server shows it. */
  readonly webDirectory: string | null
  readonly checkAnswers?: boolean
}

export interface Server {
  readonly app: App
  /** Null when the process does not play the role. */
  readonly consoleUrl: string | null
  readonly acsUrl: string | null
  readonly generatedPassword: string | null
  readonly firstStart: boolean
  /** Takes no more work, finishes what is in progress, frees its resources. */
  stop(): Promise<void>
}

/** Wires the roles that this process plays over one database: modules register themselves. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config, log, admin } = options
  const secrets = new Secrets(options.masterKey)
  const loginPassword = secrets.derive('database login').toString('base64url')
  const { roles } = await migrate(admin, loginPassword, {
    mayStart: (client, existing) => refuseOtherKey(client, existing, secrets),
    settle: (client, existing) => keepFingerprint(client, existing, secrets),
  })
  const login = { ...admin, user: roles.login, password: loginPassword }
  const pool = createPool(login, log, 20)
  const scopes = new Scopes(pool, roles)
  const closers: (() => Promise<unknown>)[] = [() => pool.end()]
  const stop = () => closeAll(closers.splice(0), log)
  try {
    await checkFingerprint(scopes, secrets)
    const { firstStart, generatedPassword } = await prepareInstallation(scopes, config.adminPassword)
    const plays = (role: (typeof config.roles)[number]) => config.roles.includes(role)
    const modules = await loadModules({ config, scopes, secrets, log, messages: config })
    for (const one of modules) await one.prepare?.()
    const http = await createHttp({ log, trustedProxies: config.trustedProxies })
    const app: App = {
      http,
      scopes,
      secrets,
      checkAnswers: options.checkAnswers ?? false,
      rate: new RequestRate(config.rate),
      fileLimit: async (kind) => (await platformSettings(scopes))[`${kind}Limit`],
    }
    const health: Health = { stopping: false }
    const tail = new LiveTail(scopes, log)
    healthRoutes(http, {
      scopes,
      health,
      gauges: {
        database_connections: () => pool.totalCount,
        database_waiting: () => pool.waitingCount,
        live_listeners: () => tail.listeners,
        ...Object.assign({}, ...modules.map((one) => one.gauges?.() ?? {})),
      },
      metricsToken: config.metricsToken,
    })
    let consoleUrl: string | null = null
    if (plays('api')) {
      for (const one of modules) await one.routes?.(app)
      liveRoutes(app, tail, config.publicUrl)
      serveDocumentation(http, config.publicUrl)
      if (options.webDirectory !== null) {
        await serveWeb(http, options.webDirectory, config.singleAccountHome)
      }
      tail.start()
      closers.push(() => tail.stop())
      for (const one of modules) {
        const running = one.start?.()
        if (running !== undefined) closers.push(() => running.stop())
      }
    }
    // Also without the api role: health and metrics are asked of every process.
    consoleUrl = await http.listen({ host: config.host, port: config.port })
    closers.push(async () => {
      health.stopping = true
      await http.close()
    })

    let acsUrl: string | null = null
    if (plays('acs')) {
      const files = modules.flatMap((one) => one.deviceFiles?.() ?? [])
      const acs = await startAcs({
        scopes,
        secrets,
        log,
        config: config.acs,
        files: (request, response) => files.some((serve) => serve(request, response)),
      })
      acsUrl = `http://${acs.address.host.includes(':') ? `[${acs.address.host}]` : acs.address.host}:${acs.address.port}/`
      closers.push(() => acs.close())
    }
    if (plays('poller')) {
      for (const one of modules) {
        const running = one.poller?.()
        if (running !== undefined) closers.push(() => running.stop())
      }
    }
    if (plays('worker')) {
      const worker = await startWorker({
        admin,
        ownerRole: roles.owner,
        scopes,
        log,
        tasks: Object.assign({}, ...modules.map((one) => one.jobs?.() ?? {})),
        sweeps: [
          ...modules.flatMap((one) => one.sweeps?.() ?? []),
          {
            name: 'live.prune',
            everySeconds: 300,
            run: async () => void (await scopes.asLoginRole('select prune_live_events()')),
          },
        ],
        concurrency: 4,
      })
      closers.push(() => worker.stop())
    }
    log.info({ roles: config.roles, endpoints: endpoints.length }, 'ready')
    return { app, consoleUrl, acsUrl, firstStart, generatedPassword, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
