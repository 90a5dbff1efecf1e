import { useMemo } from 'react'
import type { Checkup } from '../../../../domain/checkup/checkup'
import { ticksOf } from '../../../../domain/ews'
import { thresholdParameters, type ThresholdParameter } from '../../../../domain/ews/thresholds'
import type { Patient } from '../../../../domain/patient/patient'
import { ewsTexts } from '../../../../texts/ews'
import { useEdition } from '../../../../ui/edition'
import { bandsOf } from './threshold.view'
import { ThresholdChart } from './ThresholdChart'
import type { VitalsCanvas } from './use-canvas'
import type { EwsEdit } from './use-ews-edit'
import styles from './charts.module.css'

export interface ThresholdChartsProps {
  readonly patient: Patient
  /** Of the table's columns, oldest first. */
  readonly checkups: readonly Checkup[]
  readonly slots: number
  readonly edit: EwsEdit
  readonly charts: VitalsCanvas['charts']
  readonly move: VitalsCanvas['move']
  readonly flush: VitalsCanvas['flush']
  readonly repaint: VitalsCanvas['repaint']
  readonly point: VitalsCanvas['point']
}

/** The five charts under the check-ups table, in its columns (C103). */
export function ThresholdCharts({
  patient,
  checkups,
  slots,
  edit,
  charts,
  move,
  flush,
  repaint,
  point,
}: ThresholdChartsProps) {
  const t = ewsTexts(useEdition()).charts
  const isEditing = edit.live !== null
  const isSaving = edit.step === 'saving'
  const acts = useMemo(
    // The functions are a draft's own: they change with the draft that they read.
    () => ({
      move,
      ticks: (parameter: ThresholdParameter) =>
        edit.live === null ? [] : ticksOf(bandsOf(parameter, edit.live.scheme())),
      commit: (soon = false) => {
        // After a key others may follow: the worker, if there is one, answers for each as for a drag.
        if (!soon || edit.live?.isAwaited() !== true) flush()
        edit.commit(soon)
      },
      reset: (parameter: ThresholdParameter) => {
        flush()
        edit.reset(parameter)
        repaint()
      },
    }),
    // oxlint-disable-next-line react/exhaustive-deps
    [move, flush, repaint, edit.live, isSaving],
  )
  return (
    <section ref={charts} aria-label={t.label} className={styles['charts']} inert={isSaving}>
      {thresholdParameters.map((parameter) => (
        <ThresholdChart
          key={`${parameter} ${edit.left}`}
          parameter={parameter}
          checkups={checkups}
          slots={slots}
          scheme={edit.scheme}
          fallback={patient.ewsDefault}
          onPoint={point}
          {...(isEditing ? { edit: acts } : {})}
        />
      ))}
    </section>
  )
}
