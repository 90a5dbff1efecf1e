/**
 * Unsent words, while the page is open. They may name a patient, so they are never written to the browser's plain storage;
 * a reload loses them and the form says so.
 */
const drafts = new Map<string, string>()
let owner = ''

/** `who`: user and organisation; another one finds nothing of what was written before. */
const openFor = (who: string): void => {
  if (who === owner) return
  drafts.clear()
  owner = who
}

export const readDraft = (who: string, patientId: string): string => {
  openFor(who)
  return drafts.get(patientId) ?? ''
}

export const keepDraft = (who: string, patientId: string, text: string): void => {
  openFor(who)
  if (text === '') drafts.delete(patientId)
  else drafts.set(patientId, text)
}
