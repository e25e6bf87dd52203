export { fileChunkBytes } from './file.repo.ts'
export { fileRoutes, iconUrl } from './files.routes.ts'
export { imageName, lockFiles, removeFile, removeFileNamed, storeFile, storeImage } from './files.service.ts'
export { iconPixels, remakeImage } from './image.ts'
