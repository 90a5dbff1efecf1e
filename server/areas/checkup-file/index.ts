export { openCheckupFile } from './open'
export { filesById, findCheckupFile, storeCheckupFile, type KeptFile } from './repository'
