import { useEffect, useImperativeHandle, useState, type Ref, type RefObject } from 'react'
import type { EcgRange, EcgSpeed } from '../../../domain/ecg/geometry'
import { formatNationalIdentifier, formatPatientName } from '../../../domain/identity'
import type { Patient } from '../../../domain/patient/patient'
import { formatDate, formatDateTime } from '../../../domain/time'
import { ecgTexts } from '../../../texts/ecg'
import {
  drawStrip,
  PrintSheet,
  releaseStrip,
  type EcgPaperHandle,
  type StripRow,
} from '../../../ui/ecg'
import { useEdition } from '../../../ui/edition'
import { readNow } from '../../../ui/time'

export interface StripPrinterHandle {
  print(): Promise<void>
}

export interface StripPrinterProps {
  readonly handle: Ref<StripPrinterHandle>
  readonly paper: RefObject<EcgPaperHandle | null>
  readonly patient: Patient
  readonly speed: EcgSpeed
  readonly range: EcgRange
  /** The scale in words. */
  readonly setting: string
}

/**
 * Prints what is seen and what follows, with the patient on it. Nothing if the window is not drawn,
 * or changes meanwhile.
 */
export function StripPrinter({ handle, paper, patient, speed, range, setting }: StripPrinterProps) {
  const edition = useEdition()
  const t = ecgTexts(edition).strip
  const [rows, setRows] = useState<readonly StripRow[] | null>(null)
  useEffect(
    () => () => {
      if (rows !== null) releaseStrip(rows)
    },
    [rows],
  )
  useImperativeHandle(
    handle,
    () => ({
      print: async () => {
        const seen = paper.current?.seen() ?? null
        if (seen === null || seen.of === null) return
        const drawn = await drawStrip({ ...seen, speed, range })
        // Rows of two windows, or of one that went meanwhile, are no strip.
        if (paper.current?.seen()?.of === seen.of) setRows(drawn)
        else releaseStrip(drawn)
      },
    }),
    [paper, speed, range],
  )
  if (rows === null) return null
  const identifier = patient.nationalIdentifier
  const iso = new Date(rows[0]?.from ?? 0).toISOString()
  return (
    <PrintSheet
      rows={rows}
      setting={setting}
      onPrinted={() => setRows(null)}
      heading={
        <>
          <strong>{formatPatientName(patient)}</strong>
          <span>{formatDate(patient.birthDate, edition)}</span>
          {identifier != null && <span>{formatNationalIdentifier(identifier.value)}</span>}
          <span>{formatDate(iso, edition)}</span>
          <span>{t.printed(formatDateTime(new Date(readNow()).toISOString(), edition))}</span>
        </>
      }
    />
  )
}
