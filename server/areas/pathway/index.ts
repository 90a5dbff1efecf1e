export { copyTemplates } from './copy-templates'
