export { cancelRepeat, requestRepeat } from './repeat.command'
