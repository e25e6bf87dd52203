import type { ServerModuleFactory } from '../../platform/module.ts'
import { conversationRoutes } from './conversations.routes.ts'
import { conversationSweeps } from './conversations.sweeps.ts'
import type { Tool } from './tools/tool.ts'
import { toolsFor } from './tools/index.ts'
import { Turns } from './turns.ts'

export { conversationRoutes } from './conversations.routes.ts'
export { conversationSweeps } from './conversations.sweeps.ts'
export { dataText, Exit } from './exit/index.ts'
export { placeRepo } from './place.repo.ts'
export { type Tool, ToolFailure } from './tools/tool.ts'
export { Turns } from './turns.ts'

/** Tools that neither change nor propose, as far as a person has the rights: for their own agents too. */
export const readingToolsFor = (permissions: ReadonlySet<string>): readonly Tool[] =>
  toolsFor(permissions).filter(({ shown }) => shown !== 'propose')

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
