export { download } from './download'
export { openInTab } from './open-in-tab'
export { openWork, useOpenWork, type OpenWork } from './open-work'
export { subscribeUnsaved, unsavedWork, useUnsaved, type Unsaved } from './unsaved'
