export {
  needsPerson,
  type IdleWork,
  type ItemState,
  type OutboxItem,
  type Waiting,
} from '../define'
export type { Challenge, SignInResult } from '../../platform/auth'
export { DataProvider } from './data-provider'
export { useOffline, useRuntime } from './runtime-context'
export { useAnswer, type Answer } from './use-answer'
export { useCall, useCommand, useSentCommand } from './use-command'
export {
  useConnection,
  useFirstSync,
  useLooked,
  useOutbox,
  useOutdated,
  useRecordsKept,
  useStorage,
  useTyped,
  useUnsent,
} from './use-device'
export { useDraft, useFormDraft, WithFormDraft, type FormDraft } from './use-draft'
export { useResource, type ReadingOptions } from './use-resource'
export {
  IdentityProvider,
  useIdentity,
  useSession,
  type Identity,
  type Session,
} from './use-session'
