export { openWork, useOpenWork, type OpenWork } from './open-work'
