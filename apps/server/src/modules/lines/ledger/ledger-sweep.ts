import type { LoginQuery, Scopes } from '../../../platform/db/scope.ts'
import type { Sweep } from '../../../platform/jobs/job.ts'
import { causeOf } from './cause-rules.ts'
import { type DueLine, type DueOutage, ledgerRepo } from './ledger.repo.ts'
import { ledgerOf } from './outages.ts'

const batch = 200
const outagesAtOnce = 500

const ledgersOf = (due: readonly DueLine[], now: number) =>
  due.map((line) => ({
    line,
    ledger: ledgerOf(
      line.minutes,
      new Date(line.first_hour).getTime(),
      now,
      Math.max(1, Math.round(line.every_seconds / 60)),
    ),
  }))

/** In the transaction that writes new minutes of these lines. */
export async function followMinutes(query: LoginQuery, lineIds: readonly string[]): Promise<void> {
  const due = await ledgerRepo.due(query, lineIds, lineIds.length)
  if (due.length > 0) await ledgerRepo.write(query, ledgersOf(due, Date.now()))
}

/** Brings the ledger up to what else changed: blind minutes, and time itself. @returns how many lines it looked at */
export async function advanceLedger(scopes: Scopes, now: number): Promise<number> {
  const query: LoginQuery = (text, values) => scopes.asLoginRole(text, values)
  const due = await ledgerRepo.due(query, null, batch)
  if (due.length > 0) await ledgerRepo.write(query, ledgersOf(due, now))
  return due.length
}

/** Gives outages of the last day a cause where a rule knows one. */
export async function findCauses(scopes: Scopes, signal?: AbortSignal): Promise<void> {
  let last: DueOutage | null = null
  for (;;) {
    const outages: DueOutage[] = await ledgerRepo.withoutCause(scopes, last, outagesAtOnce)
    const causes = outages.flatMap((outage) => {
      const cause = causeOf({
        inMaintenance: outage.in_maintenance,
        inCarrierOutage: outage.in_carrier_outage,
        isInside: outage.measured_by === 'probe',
        onset: outage.onset,
        healthy: outage.healthy,
      })
      return cause === null ? [] : [{ id: outage.id, ...cause }]
    })
    if (causes.length > 0) await ledgerRepo.writeCauses(scopes, causes)
    last = outages.at(-1) ?? null
    if (outages.length < outagesAtOnce || signal?.aborted) return
  }
}

export const lineSweeps: readonly Sweep[] = [
  {
    name: 'lines.ledger',
    everySeconds: 10,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await advanceLedger(scopes, Date.now())) === batch);
    },
  },
  {
    name: 'lines.silent_probes',
    everySeconds: 60,
    async run({ scopes }) {
      await ledgerRepo.blindOfSilentProbes(scopes)
    },
  },
  {
    name: 'lines.causes',
    everySeconds: 60,
    run: ({ scopes, signal }) => findCauses(scopes, signal),
  },
  {
    name: 'lines.prune',
    everySeconds: 3600,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await ledgerRepo.prune(scopes, 5_000)) === 5_000);
    },
  },
]
