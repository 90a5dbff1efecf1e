import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCommand } from '../../../../engine/react'
import { createEwsThresholds } from '../../../../data/patient'
import type { Checkup } from '../../../../domain/checkup/checkup'
import {
  asksForBasis,
  basisFaults,
  defaultThresholds,
  sameScheme,
  sameThresholds,
  type EwsBasis,
  type EwsDraft,
  type EwsScheme,
  type SeenThresholds,
} from '../../../../domain/ews'
import type { ThresholdParameter } from '../../../../domain/ews/thresholds'
import type { Patient } from '../../../../domain/patient/patient'
import { useNow } from '../../../../ui/time'
import { createLiveEdit, type LiveEdit } from './live-edit'
import { schemeOf } from './threshold.view'

/** The steps from Edit EWS to its end. */
export type EditStep = 'viewing' | 'warning' | 'editing' | 'saving' | 'failed'

export interface EwsEdit {
  readonly step: EditStep
  /** What the charts show: the draft while there is one, else what counts. */
  readonly scheme: EwsScheme
  readonly stored: EwsScheme
  /** What the author saw when they began; others may save meanwhile. */
  readonly seen: SeenThresholds
  /** null: nothing is being edited. */
  readonly live: LiveEdit | null
  /** Counts abandoned drafts. A drag drew outside React, so its chart is made anew. */
  readonly left: number
  /** True when the draft is not what was there before. */
  readonly changed: boolean
  /** Why it was not saved; 'changed': somebody else was faster. */
  readonly failure: 'failed' | 'changed' | null
  /** Why it cannot be edited now; null: it can. */
  readonly blocked: unknown
  readonly ask: () => void
  readonly begin: () => void
  /** Goes on with a draft that was kept. */
  readonly resume: (draft: EwsDraft) => void
  readonly cancel: () => void
  readonly save: () => void
  readonly dismiss: () => void
  /** Takes over what was moved: React draws it, without hurry; `soon`: once no more follows. */
  readonly commit: (soon?: boolean) => void
  readonly reset: (parameter: ThresholdParameter) => void
  readonly setScale: (scale: 1 | 2) => void
  /** Why, by whose decision, until when; null: the draft asks for none. */
  readonly basis: EwsBasis | null
  /** What of it was missing at the last attempt to save. */
  readonly basisFaults: readonly (keyof EwsBasis)[]
  readonly setBasis: (basis: EwsBasis) => void
}

/** Keys that follow each other faster than this are one move, milliseconds. */
const restMs = 200
const hourMs = 3_600_000

const noBasis: EwsBasis = { reason: '', decidedBy: '', reviewOn: '' }

const bandsOfScheme = (scheme: EwsScheme) => scheme.thresholds ?? defaultThresholds

/** What would be the patient's own; bands that the author saw as the default are nobody's. */
const ownOf = (scheme: EwsScheme, seen: SeenThresholds) => {
  const bands = bandsOfScheme(scheme)
  const isDefault = sameThresholds(bands, seen.default ?? defaultThresholds)
  return { thresholds: isDefault ? null : { ...bands }, spo2Scale: scheme.spo2Scale }
}

/** The basis as it is entered, and what of it is missing once somebody saves. */
const useAskedBasis = () => {
  const [basis, set] = useState(noBasis)
  const [faults, setFaults] = useState<readonly (keyof EwsBasis)[]>([])
  const now = useNow(hourMs)
  return {
    basis,
    faults,
    set,
    /** False: the scheme asks for more than was entered. */
    stands: (own: ReturnType<typeof ownOf>): boolean => {
      const missing = asksForBasis(own) ? basisFaults(basis, now) : []
      setFaults(missing)
      return missing.length === 0
    },
    clear: (): void => {
      set(noBasis)
      setFaults([])
    },
  }
}

/**
 * Personal EWS edit mode (C334 to C344). Stored check-ups are not changed: the shown ones are
 * scored by the draft, so that Cancel restores nothing.
 * @param checkups every loaded one, oldest first
 * @param settled resolves when the new scores are on the screen
 */
export const useEwsEdit = (
  patient: Patient,
  checkups: readonly Checkup[],
  settled: () => Promise<void>,
): EwsEdit => {
  const { run, blocked } = useCommand(createEwsThresholds)
  const [step, setStep] = useState<EditStep>('viewing')
  const [draft, setDraft] = useState<EwsScheme | null>(null)
  const [failure, setFailure] = useState<EwsEdit['failure']>(null)
  const [seen, setSeen] = useState<SeenThresholds>({ createdAt: null, default: null })
  const asked = useAskedBasis()
  const stored = useMemo(() => schemeOf(patient), [patient])
  /** The draft, over the check-ups it scores. A new reading keeps it. */
  const [edited, setEdited] = useState<{
    readonly live: LiveEdit
    readonly over: readonly Checkup[]
  } | null>(null)
  if (edited !== null && edited.over !== checkups)
    setEdited({ live: createLiveEdit(checkups, edited.live.scheme()), over: checkups })
  const live = edited?.live ?? null
  const [left, setLeft] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const fallback = patient.ewsDefault.thresholds ?? defaultThresholds
  const take = useCallback((scheme: EwsScheme) => startTransition(() => setDraft(scheme)), [])

  const leave = (): void => {
    clearTimeout(timer.current) // a key from before does not take the draft up again
    setDraft(null)
    setEdited(null)
    setLeft((count) => count + 1)
    setStep('viewing')
    setFailure(null)
    asked.clear()
  }
  const start = (scheme: EwsScheme, then: SeenThresholds): void => {
    setEdited({ live: createLiveEdit(checkups, scheme), over: checkups })
    setSeen(then)
    setDraft(scheme)
    setStep('editing')
  }
  const save = async (): Promise<void> => {
    if (live === null) return
    const scheme = live.scheme()
    clearTimeout(timer.current)
    setDraft(scheme)
    const own = ownOf(scheme, seen)
    if (!asked.stands(own)) return
    setStep('saving')
    const result = await run({
      patientId: patient.id,
      thresholds: own.thresholds,
      spo2Scale: scheme.spo2Scale,
      basis: asksForBasis(own) ? asked.basis : null,
      seen,
    })
    const errors = result.kind === 'done' ? result.value.errors : null
    if (errors === null || errors.length > 0) {
      setFailure(errors?.some(({ reason }) => reason === 'CHANGED') === true ? 'changed' : 'failed')
      setStep('failed')
      return
    }
    await settled()
    leave()
  }
  return {
    step,
    live,
    failure,
    blocked,
    left,
    stored,
    seen,
    scheme: draft ?? stored,
    changed: draft !== null && !sameScheme(draft, stored),
    ask: () => setStep('warning'),
    begin: () =>
      start(stored, {
        createdAt: patient.ewsThresholds?.createdAt ?? null,
        default: patient.ewsDefault.thresholds,
      }),
    resume: ({ seen: then, ...kept }) => start({ ...stored, ...kept }, then),
    // Of the warning, a kept draft stays kept.
    cancel: () => {
      if (live === null) setStep('viewing')
      else leave()
    },
    save: () => void save(),
    basis: draft !== null && asksForBasis(ownOf(draft, seen)) ? asked.basis : null,
    basisFaults: asked.faults,
    setBasis: asked.set,
    dismiss: () => setStep('editing'),
    commit: (soon = false) => {
      clearTimeout(timer.current)
      if (live === null || step === 'saving') return
      if (soon) timer.current = setTimeout(() => take(live.scheme()), restMs)
      else take(live.scheme())
    },
    reset: (parameter) => {
      if (live === null || step === 'saving') return
      const scheme = live.scheme()
      live.set({
        ...scheme,
        thresholds: { ...bandsOfScheme(scheme), [parameter]: fallback[parameter] },
      })
      take(live.scheme())
    },
    setScale: (spo2Scale) => {
      if (live === null || step === 'saving') return
      live.set({ ...live.scheme(), spo2Scale })
      take(live.scheme())
    },
  }
}
