import type { Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { Admission, Admitted } from './acs-rows.ts'
import { atOnce, Batcher, batchOrEach } from './batcher.ts'

interface GivenCredentials {
  readonly deviceId: string
  readonly ha1: Buffer
  readonly username: string
  readonly connectionPassword: Buffer
}

/**
 * Admissions: gateways that reach one company at the same moment are one statement, since its licence is one
 * row.
 */
export function admissionsRepo(scopes: Scopes) {
  const admissions = new Batcher<Admission, Admitted>(
    batchOrEach({
      // One registration means one gateway, whatever class others with its serial report.
      about: ({ companyId, serialNumber }) => `${companyId} ${serialNumber}`,
      async several(batch) {
        const answers = new Map<Admission, Admitted | undefined>()
        const byCompany = [...Map.groupBy(batch, ({ companyId }) => companyId).values()]
        // Where a company admits no more, each gateway is answered separately.
        await Promise.allSettled(
          byCompany.map(async (theirs) => {
            const reported = await admit(scopes, theirs)
            for (const [index, arrival] of theirs.entries()) answers.set(arrival, reported[index])
          }),
        )
        return batch.map((arrival) => answers.get(arrival))
      },
      async alone(arrival) {
        try {
          return (await admit(scopes, [arrival]))[0] ?? { refusal: 'taken' }
        } catch (error) {
          if (error instanceof AppError && error.code === 'licence.exceeded') return { refusal: 'quota' }
          throw error
        }
      },
    }),
    atOnce,
  )
  const credentials = new Batcher<GivenCredentials, true>(
    batchOrEach({
      // Of two sessions of a gateway the later one writes last.
      about: ({ deviceId }) => deviceId,
      several: (batch) => give(scopes, batch),
      async alone(one): Promise<true> {
        await give(scopes, [one])
        return true
      },
    }),
    atOnce,
  )
  return {
    admit: (arrival: Admission): Promise<Admitted> => admissions.add(arrival),

    credentialsSetting: (
      deviceId: string,
      ha1: Buffer,
      username: string,
      connectionPassword: Buffer,
    ): Promise<unknown> => credentials.add({ deviceId, ha1, username, connectionPassword }),
  }
}

/** Answer for each gateway, all of one company. @throws when the company cannot admit all of them */
async function admit(scopes: Scopes, arrivals: readonly Admission[]): Promise<Admitted[]> {
  const [{ companyId, perHour, perDay }] = arrivals as [Admission]
  const reported = await scopes.asLoginRole<Admitted & { n: number }>(
    'select * from acs_admits($1, $2, $3, $4)',
    [companyId, JSON.stringify(arrivals.map(arrivalOf)), perHour, perDay],
  )
  const admitted: Admitted[] = []
  for (const { n, ...answer } of reported) admitted[n - 1] = answer
  return admitted
}

/** As `gateway_arrival` of the database. */
const arrivalOf = (arrival: Admission, index: number) => ({
  n: index + 1,
  oui: arrival.oui,
  class: arrival.productClass,
  serial: arrival.serialNumber,
  manufacturer: arrival.manufacturer,
  model: arrival.modelName,
  how: arrival.how,
  address: arrival.address,
  guard: arrival.guard,
  name: arrival.name,
  username: arrival.username,
  open_until: arrival.openUntil,
  commands: arrival.commands,
  registered_only: arrival.registeredOnly,
  reported: arrival.reported,
  facts: arrival.facts,
  events: arrival.events,
  is_given: arrival.isGiven,
  overdue_seconds: arrival.overdueSeconds,
})

async function give(scopes: Scopes, credentials: readonly GivenCredentials[]): Promise<true[]> {
  await scopes.asLoginRole('select acs_credentials_setting($1::bigint[], $2::bytea[], $3, $4::bytea[])', [
    credentials.map(({ deviceId }) => deviceId),
    credentials.map(({ ha1 }) => ha1),
    credentials.map(({ username }) => username),
    credentials.map(({ connectionPassword }) => connectionPassword),
  ])
  return credentials.map(() => true)
}
