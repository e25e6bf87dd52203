import type { Sweep } from '../../platform/jobs/job.ts'
import { platformSettingRepo } from './platform-setting.repo.ts'

const prunedAtOnce = 5_000

/** What the storage cycle means: what is older goes, a portion at a time. */
export function settingsSweeps(): Sweep[] {
  return [
    {
      name: 'storage.prune',
      everySeconds: 3600,
      run: async ({ scopes, signal }) => {
        while (!signal.aborted) {
          if ((await platformSettingRepo.pruneStored(scopes, prunedAtOnce)) < prunedAtOnce) return
        }
      },
    },
  ]
}
