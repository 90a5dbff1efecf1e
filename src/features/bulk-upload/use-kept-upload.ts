import { useEffect, useRef, useState } from 'react'
import { useDraft } from '../../engine/react'
import type { Upload, UploadRow } from './upload-state'

/** So long it is waited for that the device keeps the list, milliseconds. */
const keepsWithinMs = 10_000

/** The words of the upload on this device. */
export type UploadDraft = ReturnType<typeof useDraft>

/** The draft of an upload: one a user and an organisation. */
export const useUploadDraft = (): UploadDraft => useDraft('bulk-add-patients')

export interface UploadStore {
  readonly upload: Upload | null
  /** As it is at this moment, also between two drawings. */
  readonly now: () => Upload | null
  readonly set: (upload: Upload | null) => void
  /** Takes over what became of rows, by their keys. */
  readonly setRows: (rows: readonly UploadRow[]) => void
  /** Changes it, and resolves with whether the device holds it so. */
  readonly keep: (upload: Upload) => Promise<boolean>
}

/** The upload as it is now, kept encrypted on this device with every change of it. */
export const useKeptUpload = (draft: UploadDraft, initial: Upload | null): UploadStore => {
  const [upload, setUpload] = useState(initial)
  const held = useRef(initial)
  const written = useRef('')
  const waiting = useRef<(isKept: boolean) => void>(() => undefined)
  const { kept, text } = draft
  useEffect(() => {
    if (kept && text === written.current) waiting.current(true)
  }, [kept, text])
  const set = (next: Upload | null): void => {
    held.current = next
    written.current = next === null ? '' : JSON.stringify(next)
    setUpload(next)
    draft.set(written.current)
  }
  return {
    upload,
    now: () => held.current,
    set,
    setRows: (rows) => {
      if (held.current === null) return
      const after = new Map(rows.map((row) => [row.key, row]))
      set({ ...held.current, rows: held.current.rows.map((row) => after.get(row.key) ?? row) })
    },
    keep: (next) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), keepsWithinMs)
        waiting.current = (isKept) => {
          clearTimeout(timer)
          resolve(isKept)
        }
        set(next)
      }),
  }
}
