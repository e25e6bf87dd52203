import type { JobTools, Sweep } from '../../platform/jobs/job.ts'
import { statementRepo } from './statement.repo.ts'

const batch = 200

/** Issues what is due: customers first, since the statement of an MSP has a line for each. */
export async function makeStatements({ scopes, signal }: JobTools, now = new Date()): Promise<void> {
  while (!signal.aborted && (await statementRepo.make(scopes, batch, now)) === batch);
  while (!signal.aborted && (await statementRepo.makeAbove(scopes, batch, now)) === batch);
}

export async function recountStatements({ scopes, signal }: JobTools): Promise<void> {
  for (let last: string | null = '0'; last !== null && !signal.aborted;)
    last = await statementRepo.recount(scopes, last, batch)
}

export const statementSweeps: readonly Sweep[] = [
  { name: 'statement.make', everySeconds: 1800, run: (tools) => makeStatements(tools) },
  {
    name: 'statement.recount',
    everySeconds: 86_400,
    async run(tools) {
      await recountStatements(tools)
      await statementRepo.forgetOld(tools.scopes)
    },
  },
]
