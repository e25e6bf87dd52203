export { fileRoutes } from './files.routes.ts'
export { lockFiles, removeFile, storeImage } from './files.service.ts'
export { remakeImage } from './image.ts'
