import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { completeAccount, type GatewayOptions, SimulatedGateway } from '@netward/testkit'
import type pg from 'pg'
import { ApiClient, operatorPassword } from './server-process.ts'

/** A company of a running installation, with its operator acting in it. */
export interface InstalledCompany {
  readonly operator: ApiClient
  readonly inside: ApiClient
  readonly companyId: string
  /** Bootstrap credentials of its gateways. */
  readonly bootstrap: { username: string; password: string }
}

/** Signs in at a server process and makes a company there, as an operator does after the first start. */
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
/** Of the administrators that `makeAdministrator` makes. */
export const administratorPassword = 'Long-enough-7'

/** A company with an administrator, Li Wei, whose account is complete. */
export async function makeAdministrator(
  consoleUrl: string,
  code: string,
): Promise<{ companyId: string; userName: string }> {
  const operator = await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)
  const { data } = await operator.call('POST /api/v1/auth/tenant', {
    name: `Company ${code}`,
    code,
    kind: 'company',
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

/** Gateways of a company, no two alike, each calling from a loopback address of its own; not yet powered on. */
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

/** The device that a gateway has become; undefined before its first session, and when the server refuses to say. */
export async function deviceOf(api: ApiClient, gateway: SimulatedGateway) {
  const { serialNumber } = gateway.factory.deviceId
  const { data } = await api.call('POST /api/v1/device/lists', { search: serialNumber })
  return data?.items.find((row) => row.serialNumber === serialNumber.toUpperCase())
}

/** DATABASE_URL of a connection, also of one over a socket. */
export function urlOf({ host, port, user, password, database }: pg.ClientConfig): string {
  const url = new URL(`postgres://localhost:${port}/${database}`)
  url.username = user ?? ''
  if (typeof password === 'string') url.password = password
  url.searchParams.set('host', host ?? '')
  return url.href
}

/** A port that was free a moment ago: for a server that is to be found again after a restart. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
