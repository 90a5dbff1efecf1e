export { download } from './download'
export { openWork, useOpenWork, type OpenWork } from './open-work'
export { subscribeUnsaved, unsavedWork, useUnsaved, type Unsaved } from './unsaved'
