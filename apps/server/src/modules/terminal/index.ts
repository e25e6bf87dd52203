import type { ServerModuleFactory } from '../../platform/module.ts'
import { TerminalKeeper } from './terminal-keeper.ts'
import { terminalRoutes } from './terminal.routes.ts'
import { terminalSweeps } from './terminal.sweeps.ts'

export { connectDevice, type DeviceWay, openStored } from './connect.ts'
export { withoutSequences } from './device-text.ts'
export { type Shell, ShellRefused } from './shell.ts'
export { decoderFor, encodeFor } from './text-stream.ts'
export { TerminalKeeper } from './terminal-keeper.ts'
export { terminalRoutes } from './terminal.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => {
  const keeper = new TerminalKeeper({ ...deps, deviceRanges: deps.config.acs.deviceRanges }, deps.log)
  return {
    routes: (app) => terminalRoutes(app, { ...deps, keeper }),
    start() {
      keeper.start()
      return keeper
    },
    sweeps: terminalSweeps,
    gauges: () => ({ terminals: () => keeper.running }),
  }
}
