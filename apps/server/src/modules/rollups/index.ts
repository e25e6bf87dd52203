import type { ServerModuleFactory } from '../../platform/module.ts'
import { rollupRepo } from './rollups.repo.ts'
import { countByTheClock, countLateData, duesAtOnce } from './rollups.service.ts'

export {
  minutesOfOutlet,
  shareUp,
  type Span,
  spansOfEvents,
  spansOfMinutes,
  stateOf,
  uncounted,
  withoutUncounted,
} from './availability.ts'
export { markAll } from './mark-all.repo.ts'
export { countByTheClock, countLateData } from './rollups.service.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  sweeps: () => [
    {
      name: 'rollups.clock',
      everySeconds: 300,
      run: ({ scopes, signal }) => countByTheClock(scopes, Date.now(), signal),
    },
    {
      name: 'rollups.late',
      everySeconds: 60,
      async run({ scopes, signal }) {
        while (!signal.aborted && (await countLateData(scopes, Date.now())) === duesAtOnce);
      },
    },
    {
      name: 'rollups.prune',
      everySeconds: 3600,
      async run({ scopes, signal }) {
        while (!signal.aborted && (await rollupRepo.prune(scopes, 5000)) === 5000);
      },
    },
  ],
})
