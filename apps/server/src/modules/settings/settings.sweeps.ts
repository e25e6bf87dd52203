import type { Sweep } from '../../platform/jobs/job.ts'
import { platformSettingRepo } from './platform-setting.repo.ts'

const pruneBatch = 5_000

/** Retention: older entries are deleted in batches. */
export function settingsSweeps(): Sweep[] {
  return [
    {
      name: 'storage.prune',
      everySeconds: 3600,
      run: async ({ scopes, signal }) => {
        while (!signal.aborted) {
          if ((await platformSettingRepo.pruneStored(scopes, pruneBatch)) < pruneBatch) return
        }
      },
    },
  ]
}
