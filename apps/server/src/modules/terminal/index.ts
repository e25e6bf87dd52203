export { TerminalKeeper } from './terminal-keeper.ts'
export { terminalRoutes } from './terminal.routes.ts'
export { terminalSweeps } from './terminal.sweeps.ts'
