export { readForToken, StartAgain, type Reading } from './reading'
export { tokenShown, type ShownToken } from './repository'
