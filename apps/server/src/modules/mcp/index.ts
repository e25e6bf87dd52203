import type { ServerModuleFactory } from '../../platform/module.ts'
import { mcpRoutes } from './mcp.routes.ts'

export { mcpRoutes } from './mcp.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ messages }) => ({
  routes: (app) => mcpRoutes(app, { publicUrl: messages.publicUrl }),
})
