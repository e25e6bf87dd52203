import type { Scopes } from '../../../platform/db/scope.ts'
import type { Sweep } from '../../../platform/jobs/job.ts'
import { ledgerRepo } from './ledger.repo.ts'
import { ledgerOf } from './outages.ts'

const batch = 200

/** Brings the ledger up to the minutes of lines that have new ones. @returns how many lines it looked at */
export async function advanceLedger(scopes: Scopes, now: number): Promise<number> {
  const due = await ledgerRepo.due(scopes, batch)
  for (const line of due)
    await ledgerRepo.write(scopes, line, ledgerOf(line.minutes, new Date(line.first_hour).getTime(), now))
  return due.length
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
    name: 'lines.prune',
    everySeconds: 3600,
    async run({ scopes, signal }) {
      while (!signal.aborted && (await ledgerRepo.prune(scopes, 5_000)) === 5_000);
    },
  },
]
