import { useEffect, useRef, useState } from 'react'
import { admitPatientToWard, createPatient } from '../../data/admission'
import type { RowChecker } from '../../domain/patient-sheet/check-rows'
import type { Problem } from '../../domain/problem'
import { useCommand, useRuntime, useStorage } from '../../engine/react'
import { bulkUploadTexts } from '../../texts/bulk-upload'
import { useEdition } from '../../ui/edition'
import { useProblemText } from '../../ui/problem'
import { readNow } from '../../ui/time'
import { sendRows } from './send-rows'
import type { Upload } from './upload-state'
import type { UploadStore } from './use-kept-upload'
import { readInSlices } from './use-rows-read'

export interface Sending {
  /** `waiting`: the server takes no more for now. `stopping`: after the rows that are under way. */
  readonly state: 'idle' | 'keeping' | 'running' | 'waiting' | 'stopping'
  /** Why it stands still; null: it was not interrupted by anything but a person. */
  readonly pause: Problem | null
  /** The device could not keep the list, and nothing was sent. */
  readonly isUnkept: boolean
  /** Nothing outlives the page in this browser. */
  readonly keepsNothing: boolean
  /** Keeps the upload with its keys, then sends it. */
  readonly start: (upload: Upload) => void
  readonly goOn: () => void
  readonly stop: () => void
}

/**
 * Sends an upload while its dialog is open; what is under way at its end is kept too.
 * @param onSending told of what is under way, that nobody else begins meanwhile
 */
export const useSending = (
  store: UploadStore,
  checker: RowChecker,
  onSending: (sending: Promise<void>) => void,
): Sending => {
  const t = bulkUploadTexts(useEdition())
  const problemText = useProblemText()
  const runtime = useRuntime()
  const { nothingKept } = useStorage()
  const keepsNothing = runtime.keepsNothing || nothingKept !== null
  const create = useCommand(createPatient)
  const admit = useCommand(admitPatientToWard)
  const [state, setState] = useState<Sending['state']>('idle')
  const [pause, setPause] = useState<Problem | null>(null)
  const [isUnkept, setUnkept] = useState(false)
  const isStopped = useRef(false)
  const wake = useRef<() => void>(() => undefined)
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
      wake.current()
    }
  }, [])

  const say = (problem: Problem): string[] =>
    problem.fields.length === 0
      ? [problemText(problem)]
      : problem.fields.map(({ path, message }) => t.fieldFault(t.fields[path] ?? path, message))

  const sendAll = async (upload: Upload): Promise<void> => {
    setState('running')
    setPause(null)
    await readInSlices(upload.rows, checker, () => false)
    const checked = new Map(checker.check(upload.rows).map((one) => [one.row, one.patient]))
    const stoppedBy = await sendRows(upload.rows, {
      create: create.run,
      admit: admit.run,
      patientOf: ({ row }) => checked.get(row) ?? null,
      place:
        upload.place === null
          ? null
          : { wardId: upload.place.ward.id, carePathwayId: upload.place.carePathway.id },
      sentAt: upload.sentAt ?? readNow(),
      changed: store.setRows,
      isStopped: () => isStopped.current,
      wait: (ms) =>
        new Promise((resolve) => {
          setState('waiting')
          const go = (): void => {
            clearTimeout(timer)
            setState((before) => (before === 'waiting' ? 'running' : before))
            resolve()
          }
          const timer = setTimeout(go, ms)
          wake.current = go
        }),
      say,
      unseen: t.progress.unseen,
    })
    setPause(stoppedBy)
    setState('idle')
  }
  const send = (upload: Upload): Promise<void> => {
    const sending = sendAll(upload)
    onSending(sending)
    return sending
  }

  return {
    state,
    pause,
    isUnkept,
    keepsNothing,
    start: (upload) => {
      isStopped.current = false
      const sent = { ...upload, sentAt: readNow() }
      setUnkept(false)
      if (keepsNothing) {
        store.set(sent)
        void send(sent)
        return
      }
      setState('keeping')
      void store.keep(sent).then((isKept) => {
        if (isKept && !isStopped.current) return send(sent)
        // Nothing was sent: it is looked through again.
        store.set({ ...sent, sentAt: null })
        setUnkept(!isKept)
        setState('idle')
        return undefined
      })
    },
    goOn: () => {
      const upload = store.now()
      if (upload === null) return
      isStopped.current = false
      void send(upload)
    },
    stop: () => {
      isStopped.current = true
      setState((before) => (before === 'idle' ? before : 'stopping'))
      wake.current()
    },
  }
}
