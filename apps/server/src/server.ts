import { endpoints } from '@netward/contract'
import type pg from 'pg'
import { accountRoutes, accountSweeps } from './modules/accounts/index.ts'
import { actingRoutes, actingSweeps } from './modules/acting/index.ts'
import { applicationJobs, applicationRoutes, applicationSweeps } from './modules/applications/index.ts'
import { auditRoutes } from './modules/audit/index.ts'
import { acsUrl as gatewaysUrl, cwmpJobs, cwmpSweeps, gatewayRoutes, startAcs } from './modules/cwmp/index.ts'
import { deviceRoutes } from './modules/devices/index.ts'
import { gatewaySettingRoutes } from './modules/gateway-settings/index.ts'
import {
  diagnosticJobs,
  diagnosticRoutes,
  diagnosticSweeps,
  publicHostOf,
  testPoint,
} from './modules/diagnostics/index.ts'
import { identityJobs, identityRoutes, prepareInstallation } from './modules/identity/index.ts'
import { licenceRoutes, licenceSweeps, signingKey } from './modules/licences/index.ts'
import { type MessageConfig, messageJobs, outboxRoutes } from './modules/messages/index.ts'
import { memberRoutes } from './modules/members/index.ts'
import {
  companyMoveJobs,
  companyMoveRoutes,
  companyMoveSweeps,
  organisationRoutes,
  tenantJobs,
  tenantRoutes,
  tenantSweeps,
} from './modules/organisations/index.ts'
import { deviceFiles, otaJobs, otaRoutes, otaSweeps } from './modules/ota/index.ts'
import { outletRoutes } from './modules/outlets/index.ts'
import { openApiRoutes, openApiSweeps } from './modules/open-api/index.ts'
import { productRoutes } from './modules/products/index.ts'
import { provisioningJobs, provisioningRoutes, provisioningSweeps } from './modules/provisioning/index.ts'
import { fileRoutes } from './modules/files/index.ts'
import { roleJobs, roleRoutes } from './modules/roles/index.ts'
import { platformSettings, settingsRoutes, settingsSweeps } from './modules/settings/index.ts'
import { TerminalKeeper, terminalRoutes, terminalSweeps } from './modules/terminal/index.ts'
import { workbenchRoutes } from './modules/workbench/index.ts'
import { closeAll } from './platform/close-all.ts'
import type { Config } from './platform/config/config.ts'
import { migrate } from './platform/db/migrate.ts'
import { createPool } from './platform/db/pool.ts'
import { Scopes } from './platform/db/scope.ts'
import { type Health, healthRoutes } from './platform/http/health.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { serveWeb } from './platform/http/pages.ts'
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
  /** Takes no more work, ends what is under way, frees what it holds. */
  stop(): Promise<void>
}

/** Wires the roles that this process plays over one database: the only place that knows every module. */
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
    const deps = { scopes, secrets, log }
    const messages: MessageConfig = {
      publicUrl: config.publicUrl,
      smtpUrl: config.smtpUrl,
      mailFrom: config.mailFrom,
      outbox: config.outbox,
    }
    const identityDeps = { ...deps, messages }
    const checkDeps = {
      secrets,
      acsUrl: () => gatewaysUrl(config.acs),
      publicHost: () => publicHostOf(gatewaysUrl(config.acs)),
    }
    const gatewayDeps = { ...deps, config: config.acs }

    const http = await createHttp({ log, trustedProxies: config.trustedProxies })
    const app: App = {
      http,
      scopes,
      secrets,
      checkAnswers: options.checkAnswers ?? false,
      fileLimit: async () => (await platformSettings(scopes)).fileLimit,
    }
    const health: Health = { stopping: false }
    const tail = new LiveTail(scopes, log)
    const terminals = new TerminalKeeper({ ...deps, deviceRanges: config.acs.deviceRanges }, log)
    healthRoutes(http, {
      scopes,
      health,
      gauges: {
        database_connections: () => pool.totalCount,
        database_waiting: () => pool.waitingCount,
        live_listeners: () => tail.listeners,
        terminals: () => terminals.running,
      },
      metricsToken: config.metricsToken,
    })
    let consoleUrl: string | null = null
    if (plays('api')) {
      openApiRoutes(app)
      identityRoutes(app, identityDeps)
      outboxRoutes(app, identityDeps)
      organisationRoutes(app)
      tenantRoutes(app, identityDeps)
      memberRoutes(app, identityDeps)
      accountRoutes(app, identityDeps)
      actingRoutes(app, identityDeps)
      companyMoveRoutes(app, identityDeps)
      auditRoutes(app)
      deviceRoutes(app, deps)
      diagnosticRoutes(app, checkDeps)
      gatewayRoutes(app, gatewayDeps)
      gatewaySettingRoutes(app, deps)
      otaRoutes(app, { secrets, filesUrl: gatewaysUrl(config.acs) })
      outletRoutes(app, deps)
      provisioningRoutes(app, deps)
      roleRoutes(app)
      // Made now, since no read writes.
      await signingKey(deps)
      licenceRoutes(app, { ...deps, licenceIssuers: config.licenceIssuers })
      settingsRoutes(app, deps)
      productRoutes(app, deps)
      applicationRoutes(app, deps)
      fileRoutes(app, config)
      terminalRoutes(app, { secrets, messages, keeper: terminals })
      workbenchRoutes(app)
      liveRoutes(app, tail)
      serveDocumentation(http, config.publicUrl)
      if (options.webDirectory !== null) {
        await serveWeb(http, options.webDirectory, config.singleAccountHome)
      }
      tail.start()
      closers.push(() => tail.stop())
      terminals.start()
      closers.push(() => terminals.stop())
    }
    // Also without the api role: health and metrics are asked of every process.
    consoleUrl = await http.listen({ host: config.host, port: config.port })
    closers.push(async () => {
      health.stopping = true
      await http.close()
    })

    let acsUrl: string | null = null
    if (plays('acs')) {
      const [files, tests] = [deviceFiles(deps), testPoint(deps)]
      const acs = await startAcs({
        ...gatewayDeps,
        files: (request, response) => files(request, response) || tests(request, response),
      })
      acsUrl = `http://${acs.address.host.includes(':') ? `[${acs.address.host}]` : acs.address.host}:${acs.address.port}/`
      closers.push(() => acs.close())
    }
    if (plays('worker')) {
      const worker = await startWorker({
        admin,
        ownerRole: roles.owner,
        scopes,
        log,
        tasks: {
          ...cwmpJobs(gatewayDeps),
          ...provisioningJobs(),
          ...otaJobs(),
          ...diagnosticJobs(checkDeps),
          ...identityJobs(identityDeps),
          ...messageJobs(identityDeps),
          ...companyMoveJobs(identityDeps),
          ...tenantJobs(identityDeps),
          ...applicationJobs(identityDeps),
          ...roleJobs,
        },
        sweeps: [
          ...cwmpSweeps(),
          ...provisioningSweeps(),
          ...diagnosticSweeps(checkDeps),
          ...licenceSweeps(identityDeps),
          ...accountSweeps(),
          ...actingSweeps(),
          ...tenantSweeps(),
          ...applicationSweeps(identityDeps),
          ...openApiSweeps(),
          ...otaSweeps({ secrets, filesUrl: gatewaysUrl(config.acs) }),
          ...settingsSweeps(),
          ...terminalSweeps(),
          ...companyMoveSweeps(identityDeps),
          {
            name: 'sign_in.prune',
            everySeconds: 300,
            run: async () => void (await scopes.narrow('select prune_sign_in()')),
          },
          {
            name: 'live.prune',
            everySeconds: 300,
            run: async () => void (await scopes.narrow('select prune_live_events()')),
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
