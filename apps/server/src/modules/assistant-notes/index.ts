import type { ServerModuleFactory } from '../../platform/module.ts'
import { assistantNoteRoutes } from './assistant-notes.routes.ts'

export { assistantNoteRoutes } from './assistant-notes.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({ routes: assistantNoteRoutes })
