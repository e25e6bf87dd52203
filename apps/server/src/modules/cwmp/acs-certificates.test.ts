import { testCertificate, testKey } from '@netward/testkit/tls-identity'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture, testAcsConfig, testLimits } from '../../../test/acs-fixture.ts'
import {
  alternativeCertificate,
  gatewayAuthority,
  gatewayKey,
  nothingRevoked,
  otherCertificate,
  ownCertificate,
  ownRevoked,
  poolCertificate,
  seriesCertificate,
} from '../../../test/gateway-certificates.ts'
import { oneSession } from '../../../test/one-session.ts'
import { isCertified, namesOf } from './certificate.ts'
import { type Acs, startAcs } from './index.ts'

let f: AcsFixture
let acs: Acs
beforeAll(async () => {
  f = await createAcsFixture()
  acs = await startAcs({
    config: {
      ...testAcsConfig,
      tls: { port: 0, cert: testCertificate, key: testKey, clientCa: gatewayAuthority },
    },
    scopes: f.t.scopes,
    secrets: f.t.secrets,
    log: f.t.log,
    limits: testLimits,
  })
})
afterAll(async () => {
  await acs.close()
  await f.stop()
})

/** Checks its revocation list continuously. */
async function withList(file: string, errors: unknown[]): Promise<Acs> {
  return startAcs({
    config: {
      ...testAcsConfig,
      tls: { port: 0, cert: testCertificate, key: testKey, clientCa: gatewayAuthority, clientCrl: file },
    },
    scopes: f.t.scopes,
    secrets: f.t.secrets,
    log: Object.assign(Object.create(f.t.log) as typeof f.t.log, {
      error: (detail: unknown) => errors.push(detail),
    }),
    limits: { crlLookMilliseconds: 20 },
  })
}

test('a revoked certificate is refused as soon as the list names it, and the operator is notified', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'netward-crl-')), 'crl.pem')
  // Written in one piece: a partly written file is not a list, and is reported.
  const put = (list: string) => {
    writeFileSync(`${file}.new`, list)
    renameSync(`${file}.new`, file)
  }
  put(nothingRevoked)
  const errors: unknown[] = []
  const one = await withList(file, errors)
  const call = (certificate: string) =>
    new Promise<number>((resolve) => {
      const options = { host: '127.0.0.1', port: one.tlsAddress!.port, method: 'POST', agent: false }
      const asked = https.request({ ...options, ca: testCertificate, cert: certificate, key: gatewayKey })
      asked.on('response', ({ statusCode }) => resolve(statusCode ?? 0))
      asked.on('error', () => resolve(0))
      asked.end()
    })
  expect(await call(ownCertificate)).toBe(401)
  put(ownRevoked)
  await vi.waitFor(async () => expect(await call(ownCertificate)).toBe(0), 10_000)
  expect(await call(otherCertificate)).toBe(401)
  // An invalid file leaves the previous list in force.
  put('nonsense')
  await vi.waitFor(() => expect(errors).toHaveLength(1))
  expect([await call(ownCertificate), await call(otherCertificate)]).toEqual([0, 401])
  await vi.waitFor(async () => {
    const logged = await f.sql(
      `select c.kind, a.detail->>'certificate' as certificate, a.detail->>'reason' as reason
       from audit_log a join company c on c.id = a.company_id where a.action = 'gateway.certificate_refused'`,
    )
    expect(logged).toEqual([{ kind: 'op', certificate: 'CN=02A1B2-CERT0001', reason: 'CERT_REVOKED' }])
  })
  await one.close()
  rmSync(path.dirname(file), { recursive: true })
})

/** Of model LR200, whose OUI the certificates name. */
function certified(serialNumber: string, certificate: string, options: object = {}) {
  return f.gateway({
    url: `https://127.0.0.1:${acs.tlsAddress?.port}/`,
    ca: testCertificate,
    model: 'lanyon-lr200',
    serialNumber,
    identity: { certificate, key: gatewayKey },
    ...options,
  })
}

async function register(companyId: string, serialNumber: string) {
  await f.sql(
    `insert into pre_registration (company_id, oui, serial_number, name) values ($1, '02A1B2', $2, 'Till 1')`,
    [companyId, serialNumber],
  )
}

describe('a certificate of the authority', () => {
  test.each([
    ['CERT0001', ownCertificate],
    ['CERT0002', alternativeCertificate],
  ])('admits %s immediately if pre-registered: no credentials, no approval', async (serial, shown) => {
    const { id } = await f.company()
    await register(id, serial)
    const gateway = certified(serial, shown)
    gateway.start()
    await gateway.waitFor((g) => g.state.sessions >= 1, 10_000)
    expect(await f.deviceOf(gateway)).toMatchObject({
      company_id: id,
      enrolled_by: 'certificate',
      // The gateway is never asked for them, so accepting them is the only proof.
      credential_state: 'own',
      name: 'Till 1',
      guard: 'none',
    })
    expect(gateway.value('ManagementServer.ConnectionRequestPassword')).not.toBe('')

    // After a factory reset the certificate still identifies the gateway, and it gets new credentials.
    const before = gateway.state.sessions
    gateway.factoryReset()
    await gateway.waitFor((g) => g.state.sessions > before && g.state.phase === 'idle', 10_000)
    expect(await f.deviceOf(gateway)).toMatchObject({ guard: 'none', credential_state: 'own' })
    expect(gateway.value('ManagementServer.ConnectionRequestPassword')).not.toBe('')
  })

  test('of another gateway is refused despite correct credentials, and both logs record it', async () => {
    const company = await f.company()
    const victim = f.gateway({
      model: 'lanyon-lr200',
      serialNumber: 'VICTIM01',
      username: company.username,
      password: company.password,
    })
    victim.start()
    await victim.waitFor((g) => g.state.sessions >= 1)
    await oneSession(victim)
    victim.stop()
    const thief = certified('VICTIM01', otherCertificate, {
      username: victim.value('ManagementServer.Username'),
      password: victim.value('ManagementServer.Password'),
    })
    thief.start()
    await thief.waitFor((g) => g.state.last?.status === 403)
    thief.stop()
    await vi.waitFor(async () => expect(await f.timelineOf(victim)).toContain('certificate.mismatch'))
    const logged = await f.sql(
      `select c.kind from audit_log a join company c on c.id = a.company_id
       where a.action = 'gateway.certificate_mismatch' and a.detail->>'serialNumber' = 'VICTIM01' order by c.kind`,
    )
    expect(logged).toEqual([{ kind: 'company' }, { kind: 'op' }])
    await acs.flush()
    const device = await f.deviceOf(victim)
    const exchanges = await f.sql('select reason from gateway_exchange where device_id = $1 and failed', [
      device!['id'],
    ])
    expect(exchanges).toContainEqual({ reason: 'certificate_mismatch' })
  })

  test('that two companies registered, or none, belongs to no company: the gateway waits in the pool', async () => {
    const [one, other] = [await f.company(), await f.company()]
    await register(one.id, 'CERT0004')
    await register(other.id, 'CERT0004')
    const gateway = certified('CERT0004', poolCertificate)
    gateway.start()
    await vi.waitFor(async () => {
      await acs.flush()
      expect(await f.sql(`select 1 from gateway_pool where serial_number = 'CERT0004'`)).toHaveLength(1)
    })
    expect(await f.deviceOf(gateway)).toBeUndefined()
  })

  test('shared by a whole series proves no identity: credentials are requested', async () => {
    const company = await f.company()
    await register(company.id, 'SERIES01')
    const without = certified('SERIES01', seriesCertificate)
    without.start()
    await without.waitFor((g) => g.state.last?.status === 401)
    without.stop()
    expect(await f.deviceOf(without)).toBeUndefined()
    const { username, password } = company
    const gateway = certified('SERIES01', seriesCertificate, { username, password })
    gateway.start()
    await gateway.waitFor((g) => g.state.sessions >= 1, 10_000)
    expect(await f.deviceOf(gateway)).toMatchObject({ enrolled_by: 'bootstrap' })
  })

  test('names no gateway where a frozen or deactivated company registered it', async () => {
    const { id } = await f.company()
    await register(id, 'CERT0003')
    await f.sql(`update company set status = 'deactivated' where id = $1`, [id])
    const gateway = certified('CERT0003', otherCertificate)
    gateway.start()
    await gateway.waitFor((g) => g.state.last?.status === 401)
    expect(await f.deviceOf(gateway)).toBeUndefined()
  })
})

describe('the names of a certificate (TR-069 3.4.4)', () => {
  const key = { oui: '02A1B2', productClass: 'LR-200', serialNumber: 'SN-1' }
  test.each([
    ['02A1B2-SN%2D1', true],
    ['02a1b2-sn%2d1', true],
    ['02A1B2-LR%2D200-SN%2D1', true],
    // Another class and serial would read the same.
    ['02A1B2-SN-1', false],
    ['02A1B2-LR-200-SN-1', false],
    ['02A1B3-SN%2D1', false],
    ['02A1B2-OTHER-SN%2D1', false],
  ])('%s: %s', (name, expected) => {
    const names = namesOf({ subject: `O=Maker\nCN=${name}`, subjectAltName: undefined })
    expect(isCertified(names, key)).toBe(expected)
  })

  test('a name that is not an identity yields none', () => {
    expect(
      namesOf({ subject: 'CN=acs.example', subjectAltName: 'DNS:acs.example, IP Address:127.0.0.1' }),
    ).toEqual([])
  })

  test.each([
    'DNS:"a, DNS:02A1B2-SN1"',
    'URI:"https://x/, DNS:02A1B2-SN1, y"',
    String.raw`email:"a\", DNS:02A1B2-SN1, b@c", DNS:acs.example`,
  ])('a name inside another field is ignored: %s', (subjectAltName) => {
    expect(namesOf({ subject: 'O=x\\nCN=02A1B2-SN1', subjectAltName })).toEqual([])
  })

  test('a name beside a quoted one counts', () => {
    const subjectAltName = 'DirName:"CN = a, O = b", IP Address:127.0.0.1, DNS:02A1B2-SN1'
    expect(namesOf({ subject: 'O=x', subjectAltName })).toEqual(['02A1B2-SN1'])
  })
})
