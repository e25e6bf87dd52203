import type { ServerModuleFactory } from '../../platform/module.ts'
import { fileRoutes } from './files.routes.ts'

export { fileChunkBytes } from './file.repo.ts'
export { fileRoutes, iconUrl } from './files.routes.ts'
export {
  imageName,
  lockFiles,
  readFile,
  removeFile,
  removeFileNamed,
  storeFile,
  storeImage,
} from './files.service.ts'
export { imageKind } from './image-content.ts'
export { iconPixels, remakeImage } from './image.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({ routes: (app) => fileRoutes(app, deps.config) })
