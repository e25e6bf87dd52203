import type { Scopes } from '../../platform/db/scope.ts'
import type {
  Caller,
  Enrolment,
  ExchangeRow,
  Key,
  KnownGateway,
  OpenClaim,
  PoolCandidate,
} from './acs-rows.ts'
import { admissionsRepo } from './admissions.repo.ts'
import { informsRepo } from './informs.repo.ts'
import { turnsRepo } from './exchange.repo.ts'

/** All statements of the ACS: definer functions, each one round trip. */
export function acsRepo(scopes: Scopes) {
  const call = (text: string, values: unknown[]) => scopes.asLoginRole(text, values)
  return {
    ...admissionsRepo(scopes),
    ...informsRepo(scopes),
    ...turnsRepo(scopes),

    /** In the order of `keys`; null where no device has the identity. */
    async resolve(keys: readonly Caller[]): Promise<(KnownGateway | null)[]> {
      const rows = await scopes.asLoginRole<KnownGateway & { n: string }>(
        'select * from acs_resolve($1, $2, $3, $4::bytea[])',
        [
          keys.map((key) => key.oui),
          keys.map((key) => key.productClass),
          keys.map((key) => key.serialNumber),
          keys.map((key) => key.tokenHash),
        ],
      )
      const found: (KnownGateway | null)[] = keys.map(() => null)
      for (const row of rows) found[Number(row.n) - 1] = row
      return found
    },

    async findEnrolment(by: { username: string } | { tokenHash: Buffer }): Promise<Enrolment | null> {
      const [row] = await scopes.asLoginRole<Enrolment>('select * from acs_enrolment($1, $2)', [
        'username' in by ? by.username : null,
        'tokenHash' in by ? by.tokenHash : null,
      ])
      return row ?? null
    },

    openClaims: () => scopes.asLoginRole<OpenClaim>('select * from acs_open_claims()'),

    labelSecrets: (key: Key, modelName: string) =>
      scopes.asLoginRole<{
        company_id: string
        company_status: KnownGateway['company_status']
        label_secret: Buffer
      }>('select * from acs_label_secrets($1, $2, $3, $4)', [
        key.oui,
        key.productClass,
        key.serialNumber,
        modelName,
      ]),

    /** Companies that registered an identity without a device; two of them where it is ambiguous. */
    registrants: (key: Key, modelName: string) =>
      scopes.asLoginRole<{ company_id: string; company_status: KnownGateway['company_status'] }>(
        'select * from acs_registrants($1, $2, $3, $4)',
        [key.oui, key.productClass, key.serialNumber, modelName],
      ),

    certificateMismatch: (key: Key, address: string, certificate: string) =>
      call('select acs_certificate_mismatch($1, $2, $3, $4, $5)', [
        key.oui,
        key.productClass,
        key.serialNumber,
        address,
        certificate,
      ]),

    certificateRefused: (reason: string, certificate: string, number: string, address: string) =>
      call('select acs_certificate_refused($1, $2, $3, $4)', [reason, certificate, number, address]),

    async pool(
      seen: readonly PoolCandidate[],
      most: { perSource: number; room: number; perCompany: number },
    ): Promise<void> {
      await call(
        'select acs_pool($1, $2, $3, $4, $5, $6::inet[], $7::bigint[], $8::boolean[], $9, $10, $11)',
        [
          seen.map((one) => one.oui),
          seen.map((one) => one.productClass),
          seen.map((one) => one.serialNumber),
          seen.map((one) => one.manufacturer),
          seen.map((one) => one.modelName),
          seen.map((one) => one.address),
          seen.map((one) => one.viaCompanyId),
          seen.map((one) => one.placeholder),
          most.perSource,
          most.room,
          most.perCompany,
        ],
      )
    },

    async presence(deviceIds: string[], ats: string[], dues: (string | null)[]): Promise<void> {
      await call('select acs_presence($1::bigint[], $2::timestamptz[], $3::timestamptz[])', [
        deviceIds,
        ats,
        dues,
      ])
    },

    guard: (deviceId: string, guard: 'quarantined' | 'duplicate', because: string) =>
      call('select acs_guard($1, $2, $3)', [deviceId, guard, because]),

    note: (deviceId: string, kind: string, detail: object) =>
      call('select acs_note($1, $2, $3)', [deviceId, kind, JSON.stringify(detail)]),

    /** It accepted an interval, though no credentials. */
    intervalSet: (deviceId: string, seconds: number) =>
      call('select acs_interval_set($1, $2)', [deviceId, seconds]),

    intervalRefused: (deviceId: string) => call('select acs_interval_refused($1)', [deviceId]),

    /** Null: it reports none any more. */
    udpAnnounced: (deviceId: string, address: string | null) =>
      call('select acs_udp_announced($1, $2)', [deviceId, address]),

    async stunPassword(deviceId: string): Promise<Buffer | null> {
      const [row] = await scopes.asLoginRole<{ password: Buffer | null }>(
        'select acs_stun_password($1) as password',
        [deviceId],
      )
      return row?.password ?? null
    },

    /** `offer` null: the outcome is not known yet; `password` null: unchanged. */
    stunOffered: (
      deviceId: string,
      offer: string | null,
      password: Buffer | null,
      faultCode: string | null = null,
    ) => call('select acs_stun_offered($1, $2, $3, $4)', [deviceId, offer, password, faultCode]),

    /** Whether no process of the installation runs a STUN server. */
    async stunGone(): Promise<boolean> {
      const [row] = await scopes.asLoginRole<{ gone: boolean }>('select acs_stun_gone() as gone')
      return row?.gone ?? false
    },

    /** `faultCode` null: it stopped using STUN. */
    stunOff: (deviceId: string, faultCode: string | null) =>
      call('select acs_stun_off($1, $2)', [deviceId, faultCode]),

    credentialsProved: (deviceId: string) => call('select acs_credentials_proved($1)', [deviceId]),

    unanswered: (deviceId: string) => call('select acs_unanswered($1)', [deviceId]),

    /** `faultCode` null: it succeeded. */
    transferComplete: (
      deviceId: string,
      report: {
        commandKey: string
        faultCode: string | null
        faultDetail: string | null
        startedAt: string | null
        completedAt: string | null
      },
    ) =>
      call('select acs_transfer_complete($1, $2, $3, $4, $5, $6)', [
        deviceId,
        report.commandKey,
        report.faultCode,
        report.faultDetail,
        report.startedAt,
        report.completedAt,
      ]),

    attributes: (deviceId: string, rows: readonly { path: string; notification: number }[]) =>
      call('select acs_attributes($1, $2, $3::int[])', [
        deviceId,
        rows.map((row) => row.path),
        rows.map((row) => row.notification),
      ]),

    objectDeleted: (deviceId: string, path: string) =>
      call('select acs_object_deleted($1, $2)', [deviceId, path]),

    async types(deviceId: string, paths: string[]): Promise<Record<string, string>> {
      const rows = await scopes.asLoginRole<{ path: string; type: string }>(
        'select * from acs_types($1, $2)',
        [deviceId, paths],
      )
      return Object.fromEntries(rows.map((row) => [row.path, row.type]))
    },

    /** @param rows `at`: when they were reported, by performance.now */
    informed: (rows: readonly { deviceId: string; path: string; value: string | null; at: number }[]) =>
      call('select acs_informed($1::bigint[], $2, $3, $4::int[])', [
        rows.map((row) => row.deviceId),
        rows.map((row) => row.path),
        rows.map((row) => row.value),
        rows.map((row) => Math.round(performance.now() - row.at)),
      ]),

    exchanges: (rows: readonly ExchangeRow[], trim: readonly string[], keep: number) =>
      call(
        'select acs_exchanges($1::bigint[], $2::bigint[], $3::timestamptz[], $4, $5, $6::boolean[], $7, $8::int[], $9, $10::bigint[], $11)',
        [
          rows.map((row) => row.companyId),
          rows.map((row) => row.deviceId),
          rows.map((row) => row.at),
          rows.map((row) => row.direction),
          rows.map((row) => row.method),
          rows.map((row) => row.failed),
          rows.map((row) => row.reason),
          rows.map((row) => row.bytes),
          rows.map((row) => row.body),
          trim,
          keep,
        ],
      ),
  }
}

export type AcsRepo = ReturnType<typeof acsRepo>
