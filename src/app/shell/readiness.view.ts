import type { RecordsKept, StorageState } from '../../engine/define'

/**
 * What is missing: the browser keeps nothing; the files of the portal, on their way or kept by no means;
 * the list of patients; so many patients' records.
 */
export type Lack = 'storage' | 'portal' | 'noPortal' | 'roster' | number

/**
 * What is missing on this device before the ward can be read without a connection; none: it is ready.
 * Null: nothing can be said, or there is no ward that is the user's.
 */
export const lacksOf = (
  nothingKept: StorageState['nothingKept'],
  installed: boolean | null,
  kept: RecordsKept | null,
): readonly Lack[] | null => {
  if (nothingKept !== null) return ['storage']
  if (kept === null || !kept.hasRoster) return null
  return [
    ...(installed === true
      ? []
      : [installed === null ? ('portal' as const) : ('noPortal' as const)]),
    ...(kept.missing === null ? ['roster' as const] : kept.missing === 0 ? [] : [kept.missing]),
  ]
}
