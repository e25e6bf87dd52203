import { usualKeptDays } from '@netward/contract/conversation-values'
import type { Sweep } from '../../platform/jobs/job.ts'
import { answerRepo } from './answer.repo.ts'

const atOnce = 500
/** Longer than any answer takes. */
const abandonedAfter = '5 minutes'

/**
 * `conversations.abandoned` ends answers whose process stopped. `conversations.prune` deletes conversations that are older than
 * their company keeps them.
 */
export function conversationSweeps(): Sweep[] {
  return [
    {
      name: 'conversations.abandoned',
      everySeconds: 60,
      run: async ({ scopes }) => {
        await answerRepo.endAbandoned(scopes, abandonedAfter)
      },
    },
    {
      name: 'conversations.prune',
      everySeconds: 3600,
      async run({ scopes, signal }) {
        while (!signal.aborted && (await answerRepo.prune(scopes, atOnce, usualKeptDays)) === atOnce);
      },
    },
  ]
}
