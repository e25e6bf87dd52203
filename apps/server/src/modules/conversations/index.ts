import type { ServerModuleFactory } from '../../platform/module.ts'
import { conversationRoutes } from './conversations.routes.ts'
import { conversationSweeps } from './conversations.sweeps.ts'
import { tools } from './tools/index.ts'
import { Turns } from './turns.ts'

export { conversationRoutes } from './conversations.routes.ts'
export { conversationSweeps } from './conversations.sweeps.ts'
export { dataText, Exit } from './exit/index.ts'
export { type Tool, ToolFailure } from './tools/tool.ts'
export { Turns } from './turns.ts'

/** Tools that neither change nor propose: for people's own agents too. */
export const readingTools = tools.filter(({ shown }) => shown !== 'propose')

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ scopes, secrets, config, log }) => {
  const turns = new Turns((error) => log.error({ err: error }, 'an answer of the assistant was lost'))
  return {
    routes: (app) =>
      conversationRoutes(app, { scopes, secrets, turns, outgoingRanges: config.outgoingRanges }),
    start: () => ({ stop: () => turns.close() }),
    sweeps: () => conversationSweeps(),
    gauges: () => ({ netward_assistant_answers: () => turns.size }),
  }
}
