import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { completeAccount, type GatewayOptions, SimulatedGateway } from '@netward/testkit'
import type pg from 'pg'
import { expect, vi } from 'vitest'
import { ApiClient, operatorPassword } from './server-process.ts'

/** A company of a running installation, with its operator acting in it. */
export interface InstalledCompany {
  readonly operator: ApiClient
  readonly inside: ApiClient
  readonly companyId: string
  /** Bootstrap credentials of its gateways. */
  readonly bootstrap: { username: string; password: string }
}

/** Signs in at a server process and creates a company there, as an operator does after the first start. */
export async function makeCompany(consoleUrl: string, code: string): Promise<InstalledCompany> {
  const operator = await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)
  const made = await operator.call('POST /api/v1/auth/tenant', { name: code, code, kind: 'company' })
  const inside = operator.actingIn(made.data.companyId)
  const { data } = await inside.call('POST /api/v1/device/enrolment/rotate', { what: 'password' })
  return {
    operator,
    inside,
    companyId: made.data.companyId,
    bootstrap: { username: data.username, password: data.password ?? '' },
  }
}

const firstPassword = 'First-sign-in-7'
/** Password of administrators created by `makeAdministrator`. */
export const administratorPassword = 'Long-enough-7'

/** A company with an administrator, Li Wei, whose account is complete; `above` is its MSP. A trial has every product. */
export async function makeAdministrator(
  consoleUrl: string,
  code: string,
  {
    kind = 'company',
    above,
    trial = false,
  }: { kind?: 'middleman' | 'company'; above?: string; trial?: boolean } = {},
): Promise<{ companyId: string; userName: string }> {
  const operator = await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)
  const { data } = await operator.call('POST /api/v1/auth/tenant', {
    name: `Company ${code}`,
    code,
    kind,
    ...(above !== undefined && { parentId: above }),
    ...(trial && { standing: 'trial' }),
  })
  const userName = `admin@${code}`
  const displayName = 'Li Wei'
  await operator.actingIn(data.companyId).call('POST /api/v1/auth/member', {
    userName: 'admin',
    displayName,
    password: firstPassword,
    role: 'administrator',
  })
  await completeAccount(consoleUrl, {
    username: userName,
    firstPassword,
    password: administratorPassword,
    displayName,
  })
  return { companyId: data.companyId, userName }
}

let gatewaysMade = 0

/** Distinct gateways of a company, each with its own loopback address; not yet powered on. */
export function makeGateways(
  count: number,
  company: InstalledCompany,
  options: Partial<GatewayOptions> & { url: string },
): SimulatedGateway[] {
  return Array.from({ length: count }, () => {
    gatewaysMade += 1
    return new SimulatedGateway({
      ...company.bootstrap,
      number: gatewaysMade,
      localAddress: `127.0.1.${gatewaysMade}`,
      ...options,
    })
  })
}

/** The gateway's device; undefined before its first session, and when the server refuses the request. */
export async function deviceOf(api: ApiClient, gateway: SimulatedGateway) {
  const { serialNumber } = gateway.factory.deviceId
  const { data } = await api.call('POST /api/v1/device/lists', { search: serialNumber })
  return data?.items.find((row) => row.serialNumber === serialNumber)
}

/** Runs sessions until the gateway has proved its own credentials; returns its device. */
export function untilOwn(api: ApiClient, gateway: SimulatedGateway): Promise<string> {
  return vi.waitFor(
    async () => {
      gateway.informNow()
      const deviceId = (await deviceOf(api, gateway))!.id
      const { data } = await api.call('GET /api/v1/device/:deviceId', { deviceId })
      expect(data).toMatchObject({ credentialState: 'own' })
      return deviceId
    },
    { timeout: 20_000, interval: 200 },
  )
}

/** DATABASE_URL of a connection, including over a socket. */
export function urlOf({ host, port, user, password, database }: pg.ClientConfig): string {
  const url = new URL(`postgres://localhost:${port}/${database}`)
  url.username = user ?? ''
  if (typeof password === 'string') url.password = password
  url.searchParams.set('host', host ?? '')
  return url.href
}

/**
 * A free port for a server that must keep it across a restart: below the ephemeral range, so that no other
 * test takes it meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = 10_000 + randomInt(20_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}
