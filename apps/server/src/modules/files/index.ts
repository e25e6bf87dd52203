export { fileRoutes, iconUrl } from './files.routes.ts'
export { imageName, lockFiles, removeFile, removeFileNamed, storeImage } from './files.service.ts'
export { iconPixels, remakeImage } from './image.ts'
