import { randomBytes } from 'node:crypto'
import { type GatewayOptions, SimulatedGateway } from '@netward/testkit'
import {
  type Acs,
  type AcsConfig,
  type AcsLimits,
  gatewayRoutes,
  startAcs,
} from '../src/modules/cwmp/index.ts'
import { deviceRoutes } from '../src/modules/devices/index.ts'
import { gatewaySettingRoutes } from '../src/modules/gateway-settings/index.ts'
import { outletRoutes } from '../src/modules/outlets/index.ts'
import { provisioningRoutes } from '../src/modules/provisioning/index.ts'
import { metricRoutes } from '../src/modules/metrics/index.ts'
import { openMetricStore } from '../src/platform/metrics/open-store.ts'
import { diagnosticRoutes, testPoint } from '../src/modules/diagnostics/index.ts'
import { lineQualityRoutes } from '../src/modules/lines/index.ts'
import { lineTestRoutes } from '../src/modules/line-tests/index.ts'
import { approvalRoutes } from '../src/modules/approvals/index.ts'
import { deviceFiles, otaRoutes } from '../src/modules/ota/index.ts'
import { createTestApp, type TestApp, type TestPerson } from './test-app.ts'

export interface AcsFixture {
  readonly t: TestApp
  readonly acs: Acs
  /** For a restart. */
  readonly acsConfig: AcsConfig
  /** With a trailing slash. */
  readonly url: string
  /** A company, below an MSP if one is named, with an administrator and a bootstrap password. */
  company(mspId?: string): Promise<{ id: string; admin: TestPerson; username: string; password: string }>
  /**
   * It calls in only when a test or the ACS triggers it: a clock would interfere. Switched off at the end of
   * the tests.
   */
  gateway(options: Partial<GatewayOptions>): SimulatedGateway
  deviceOf(gateway: SimulatedGateway): Promise<Record<string, unknown> | undefined>
  timelineOf(gateway: SimulatedGateway): Promise<string[]>
  sql<T extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>
  stop(): Promise<void>
}

/** On any free loopback port, for loopback gateways. */
export const testAcsConfig: AcsConfig = {
  host: '127.0.0.1',
  port: 0,
  tls: null,
  url: 'http://acs.example/',
  allowPlainSecrets: false,
  deviceRanges: ['127.0.0.0/8'],
  enrolment: { perHour: 1000, perDay: 5000 },
  stun: null,
  trustedProxies: [],
}

/**
 * Short: a test that leaves a challenge or a session open does not wait for it at its end. Plans of what is measured are
 * made by `acs.flush()` only: else their reads join a session of the test or not, by the load of the machine.
 */
export const testLimits = {
  challengeMilliseconds: 100,
  drainMilliseconds: 100,
  planMilliseconds: 3_600_000,
}

/** The real ACS on a free port over a real database, for simulated gateways. */
export async function createAcsFixture(
  limits: Partial<AcsLimits> = {},
  config: Partial<
    Pick<AcsConfig, 'allowPlainSecrets' | 'enrolment' | 'trustedProxies' | 'stun' | 'deviceRanges'>
  > = {},
): Promise<AcsFixture> {
  const acsConfig = { ...testAcsConfig, ...config }
  let url = ''
  const t = await createTestApp((app, { secrets, scopes }) => {
    deviceRoutes(app, { secrets })
    diagnosticRoutes(app, { secrets, acsUrl: () => url })
    gatewayRoutes(app, { config: acsConfig, secrets })
    gatewaySettingRoutes(app, { secrets })
    lineQualityRoutes(app)
    lineTestRoutes(app, { secrets, acsUrl: () => url })
    metricRoutes(app, openMetricStore(scopes))
    outletRoutes(app, { secrets })
    provisioningRoutes(app, { secrets })
    approvalRoutes(app)
    otaRoutes(app, {
      secrets,
      get filesUrl() {
        return url
      },
    })
  })
  const [files, tests] = [deviceFiles(t), testPoint(t)]
  const acs = await startAcs({
    config: acsConfig,
    scopes: t.scopes,
    secrets: t.secrets,
    log: t.log,
    files: (request, response) => files(request, response) || tests(request, response),
    limits: { ...testLimits, ...limits },
  })
  url = `http://127.0.0.1:${acs.address.port}/`
  const gateways: SimulatedGateway[] = []
  const sql: AcsFixture['sql'] = async (text, values) => (await t.adminPool.query(text, values)).rows
  return {
    t,
    acs,
    acsConfig,
    url,
    sql,
    async company(mspId) {
      const { id } = await t.company('company', mspId)
      const admin = await t.person(id, 'administrator')
      const { data } = await admin.call('POST /api/v1/device/enrolment/rotate', { what: 'password' })
      return { id, admin, username: data.username, password: data.password! }
    },
    gateway(options) {
      const gateway = new SimulatedGateway({
        url,
        serialNumber: `T${randomBytes(6).toString('hex')}`,
        timeScale: 0.001,
        periodicInforms: false,
        rebootSeconds: 50,
        ...options,
      })
      gateways.push(gateway)
      return gateway
    },
    async deviceOf(gateway) {
      const rows = await sql('select * from device where serial_number = $1 order by id desc limit 1', [
        gateway.factory.deviceId.serialNumber,
      ])
      return rows[0]
    },
    async timelineOf(gateway) {
      const rows = await sql<{ kind: string }>(
        `select l.kind from device_timeline l join device d on d.id = l.device_id where d.serial_number = $1 order by l.id`,
        [gateway.factory.deviceId.serialNumber],
      )
      return rows.map((row) => row.kind)
    },
    async stop() {
      for (const gateway of gateways) gateway.stop()
      await acs.close()
      await t.stop()
    },
  }
}
