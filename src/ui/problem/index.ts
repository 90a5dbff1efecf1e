export { useProblemText } from './use-problem-text'
