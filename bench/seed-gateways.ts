import { decodeEnvelope, newSession, step } from '@netward/cwmp'
import { gatewayModels } from '@netward/testkit'
import pg from 'pg'
import { credentialContext, hashEnrolmentToken, keyOf } from '../apps/server/src/modules/cwmp/callers.ts'
import { makeHa1 } from '../apps/server/src/modules/cwmp/digest.ts'
import { fingerprint, factsFromInform } from '../apps/server/src/modules/cwmp/facts.ts'
import type { Secrets } from '../apps/server/src/platform/secrets.ts'
import { serialOf } from '../packages/testkit/src/gateway/models.ts'
import { counterNames, informTemplate } from '../packages/testkit/src/load/periodic-inform.ts'
import { credentialsOf } from './harness/inform-load.ts'

/** Would cause 27 exchanges with a gateway that has none of it. */
const template = {
  values: Array.from({ length: 20 }, (_, index) => ({
    path: `Device.WiFi.SSID.${index + 1}.SSID`,
    value: `{{device.serialNumber}}-${index + 1}`,
    type: 'string',
  })),
  objects: Array.from({ length: 5 }, (_, index) => ({
    table: 'Device.NAT.PortMapping.',
    key: [{ name: 'Description', value: `till ${index + 1}` }],
    values: [
      { name: 'ExternalPort', value: String(8000 + index), type: 'unsignedInt' },
      { name: 'InternalPort', value: '443', type: 'unsignedInt' },
      { name: 'Enable', value: '1', type: 'boolean' },
    ],
    only: false,
  })),
  notifications: [],
}

export interface SeededGateways {
  /** Path of the company's enrolment URL. */
  readonly enrolmentPath: string
  /** Gateways with their own credentials are numbered 1 to half, those of the enrolment URL the rest. */
  readonly half: number
}

const model = gatewayModels['tessera-tg5']
const rowsPerStatement = 5_000
/** The new values in each of these Informs. */
export const storedParameters = 20
export const gatewaysWithCounters = 500

/**
 * Gateways as their first sessions leave them: half with their own credentials, half known by the enrolment
 * URL alone. Their values match the load generator's Informs, so that a periodic one reports no change.
 */
export async function seedGateways(
  connection: pg.ClientConfig,
  secrets: Secrets,
  count: number,
): Promise<SeededGateways> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    const companyId = await seedCompany(client)
    const enrolmentPath = await seedEnrolment(client, companyId)
    const facts = factsOfLoad()
    for (let first = 1; first <= count; first += rowsPerStatement) {
      const numbers = Array.from(
        { length: Math.min(rowsPerStatement, count - first + 1) },
        (_, index) => first + index,
      )
      await insertGateways(client, secrets, companyId, numbers, count / 2, facts)
    }
    await client.query(
      `insert into device_parameter (company_id, device_id, path, parent, value, type, read_at)
       select d.company_id, d.id, k.path, '', '0', 'xsd:unsignedInt', now()
       from (select * from device where company_id = $1 and credential_state = 'enrolment_url' order by id limit $2) d
       cross join unnest($3::text[]) k (path)`,
      [companyId, gatewaysWithCounters, counterNames(model, storedParameters)],
    )
    await client.query(
      'vacuum analyze device_parameter, device, device_presence, gateway, device_tally, company',
    )
    return { enrolmentPath, half: count / 2 }
  } finally {
    await client.end()
  }
}

/** A company that admits any gateway by its enrolment URL, and the shape of its gateways. */
export async function seedTemplate(
  connection: pg.ClientConfig,
): Promise<Pick<SeededGateways, 'enrolmentPath'>> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const companyId = await seedCompany(client)
    const enrolmentPath = await seedEnrolment(client, companyId)
    await client.query(
      `with made as (insert into provision_template (company_id, name, applied_version) values ($1, 'Bench', 1)
         returning id)
       insert into provision_version (company_id, template_id, number, content) select $1, id, 1, $2 from made`,
      [companyId, JSON.stringify(template)],
    )
    return { enrolmentPath }
  } finally {
    await client.end()
  }
}

async function seedEnrolment(client: pg.Client, companyId: string): Promise<string> {
  const token = 'bench-enrolment-token-of-43-characters-00000'
  await client.query('insert into enrolment (company_id, username, token_hash) values ($1, $2, $3)', [
    companyId,
    'bench-bootstrap',
    hashEnrolmentToken(token),
  ])
  return `/t/${token}`
}

async function seedCompany(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into company (parent_id, kind, name, code)
     select id, 'company', 'Benchmark', 'benchmark' from company where kind = 'op' returning id::text`,
  )
  await client.query(
    `insert into company_package (company_id, package_id, version)
     select $1, id, version from package where code = 'flagship'`,
    [rows[0]!.id],
  )
  return rows[0]!.id
}

/** The fingerprint of the load generator's Informs: all are identical. */
function factsOfLoad(): string {
  const envelope = decodeEnvelope(Buffer.from(informTemplate(model)(1, new Date().toISOString())))
  const { actions } = step(newSession, { kind: 'message', envelope })
  const commit = actions.find((action) => action.kind === 'commit')
  if (!commit) throw new Error('the load generator sends no Inform')
  return fingerprint(factsFromInform(commit.inform, commit.version, '127.0.0.1'))
}

async function insertGateways(
  client: pg.Client,
  secrets: Secrets,
  companyId: string,
  numbers: readonly number[],
  half: number,
  facts: string,
): Promise<void> {
  const key = keyOf({ ...model, serialNumber: '' })
  const serials = numbers.map((number) => serialOf(model, number).toUpperCase())
  const states = numbers.map((number) => (number <= half ? 'own' : 'enrolment_url'))
  const { rows } = await client.query<{ id: string; serial_number: string }>(
    `insert into device (company_id, name, type, presence, manufacturer, oui, product_class, serial_number, model_name,
       ip_address, data_model_root, cwmp_version, periodic_interval, enrolled_by, credential_state, first_inform_at)
     select $1, u.serial, 'smart_cpe', 'online', $2, $3, $4, u.serial, $5, '127.0.0.1', $6, '1.2', 300, 'bootstrap',
       u.state, now()
     from unnest($7::text[], $8::text[]) as u (serial, state) returning id::text, serial_number`,
    [companyId, model.manufacturer, key.oui, key.productClass, model.modelName, model.root, serials, states],
  )
  const idOf = new Map(rows.map((row) => [row.serial_number, row.id]))
  const ids = serials.map((serial) => idOf.get(serial)!)
  const users = numbers.map((number) => credentialsOf(number).username)
  const ha1s = numbers.map((number, index) => {
    const { username, password } = credentialsOf(number)
    return number <= half ? secrets.seal(makeHa1(username, password), credentialContext(ids[index]!)) : null
  })
  await client.query(
    `insert into gateway (device_id, company_id, username, ha1, facts, last_address, unanswered, measures)
     select u.id, $1, u.username, u.ha1, $5, '127.0.0.1', 2, false
     from unnest($2::bigint[], $3::text[], $4::bytea[]) as u (id, username, ha1)`,
    [companyId, ids, users, ha1s, facts],
  )
  await client.query(
    `insert into device_presence (device_id, company_id, last_inform_at, due_at)
     select id, $1, now() - interval '200 seconds', now() + interval '1 hour' from unnest($2::bigint[]) id`,
    [companyId, ids],
  )
}
