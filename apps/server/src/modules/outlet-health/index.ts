import type { ServerModuleFactory } from '../../platform/module.ts'
import { healthSweep } from './health-sweep.ts'

export { computeHealth } from './health-sweep.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({ sweeps: () => [healthSweep] })
