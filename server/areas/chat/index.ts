export { insertMessage, isAdmittedHere, newestMessages, chatTotals } from './repository'
export { chatOperations, syncedChat } from './sync'
export type { NameChannel } from './resolvers'
