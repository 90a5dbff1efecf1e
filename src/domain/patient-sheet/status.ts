import { isUnanswered } from '../sync/sent-as'
import type { Problem } from '../problem'

/** What became of a row (O244). */
export const uploadStatuses = [
  'Pending',
  'Submitted',
  'Created',
  'AlreadyExists',
  'ErrorCreating',
  'Admitting',
  'Admitted',
  'ErrorAdmitting',
] as const
export type UploadStatus = (typeof uploadStatuses)[number]

/** What the server says of a patient who is registered already (K6). */
const alreadyExists = 'A patient with that First Name already exists'

/** What a refused creation makes of its row (O247, O249). */
export const statusOfRefusal = ({ fields }: Pick<Problem, 'fields'>): UploadStatus =>
  fields.some(({ path, message }) => path === 'firstName' && message === alreadyExists)
    ? 'AlreadyExists'
    : 'ErrorCreating'

/** Problems that say nothing about a row: it is sent again, under the same key. */
export const stopsUpload = (problem: Problem): boolean =>
  isUnanswered(problem) ||
  ['too-many', 'no-token', 'unauthorized', 'forbidden', 'storage'].includes(problem.kind)

/** Whether nothing is left to do of a row. @param admits a ward and a pathway were chosen */
export const isFinished = (status: UploadStatus, admits: boolean): boolean =>
  status === 'Created'
    ? !admits
    : ['AlreadyExists', 'ErrorCreating', 'Admitted', 'ErrorAdmitting'].includes(status)

/** Whether the patient of a row is registered by this upload. */
export const isAdded = (status: UploadStatus): boolean =>
  ['Created', 'Admitting', 'Admitted', 'ErrorAdmitting'].includes(status)
