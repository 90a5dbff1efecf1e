import { useEffect, useState } from 'react'
import type { RowChecker } from '../../domain/patient-sheet/check-rows'
import type { UploadRow } from './upload-state'

/** Rows that are read at a time: a few milliseconds. */
const slice = 50

/** Reads rows a slice at a time, and lets the page draw between two of them. */
export const readInSlices = async (
  rows: readonly UploadRow[],
  checker: RowChecker,
  isOver: () => boolean,
): Promise<void> => {
  const unread = rows.filter((row) => !checker.isRead(row))
  for (let at = 0; at < unread.length && !isOver(); at += slice) {
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    unread.slice(at, at + slice).forEach(checker.read)
  }
}

/**
 * Whether every row was read, so that the sheet is checked at once. A whole sheet is read before it
 * is shown, that the page is never held; the row that somebody corrects, in the same moment.
 */
export const useRowsRead = (rows: readonly UploadRow[], checker: RowChecker): boolean => {
  const [, setReadOf] = useState<readonly UploadRow[] | null>(null)
  const isRead = rows.filter((row) => !checker.isRead(row)).length <= slice
  useEffect(() => {
    if (isRead) return undefined
    let isGone = false
    void readInSlices(rows, checker, () => isGone).then(() => {
      if (!isGone) setReadOf(rows)
    })
    return () => {
      isGone = true
    }
  }, [isRead, rows, checker])
  return isRead
}
