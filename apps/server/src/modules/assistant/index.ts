import type { ServerModuleFactory } from '../../platform/module.ts'
import { assistantRoutes } from './assistant.routes.ts'
import { assistantSweeps } from './assistant.sweeps.ts'

export { assistantRoutes } from './assistant.routes.ts'
export { assistantSweeps } from './assistant.sweeps.ts'

export { CallFailed, callModel, type CalledModel, type ModelCall, type ReadyModel } from './call-model.ts'
export type { ConsentContent, MaskedKind } from './models.repo.ts'
export type { ModelMessage, ModelRequest, ModelTool, ToolCall } from './providers/model.ts'
export { modelsFor, type ModelsAsked, type ModelTimes, type ReadyModels } from './ready-models.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ scopes, secrets, config, messages }) => ({
  sweeps: () => assistantSweeps({ secrets, messages }),
  routes: (app) => assistantRoutes(app, { scopes, secrets, messages, outgoingRanges: config.outgoingRanges }),
})
