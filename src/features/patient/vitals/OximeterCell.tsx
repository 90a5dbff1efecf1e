import { useEffect } from 'react'
import type { Checkup } from '../../../domain/checkup/checkup'
import {
  isOverridden,
  oximeterDot,
  sourceText,
  type OximeterDot,
} from '../../../domain/checkup/oximeter'
import { formatDateTime } from '../../../domain/time'
import { checkupTexts } from '../../../texts/checkup'
import { useEdition } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { reportUnexpectedConfidence, confidenceKey } from './oximeter.view'
import styles from './cells.module.css'

/** A dot that colour alone does not tell: each kind has a shape of its own. */
function Dot({ kind }: { readonly kind: OximeterDot['kind'] }) {
  return (
    <svg
      viewBox="0 0 14 14"
      width="14"
      height="14"
      aria-hidden="true"
      focusable="false"
      className={styles['dot']}
      data-kind={kind}
    >
      <circle cx="7" cy="7" r="7" className={styles['ground']} />
      {kind === 'good' && <circle cx="7" cy="7" r="5" />}
      {kind === 'warning' && <path d="M7 1.500 12.500 11.500h-11z" />}
      {kind === 'error' && <path d="M2.500 2.500h9v9h-9z" />}
      {kind === 'manual' && <circle cx="7" cy="7" r="4" className={styles['hollow']} />}
    </svg>
  )
}

export function OximeterCell({
  checkup,
  text,
}: {
  readonly checkup: Checkup
  readonly text: string
}) {
  const t = checkupTexts(useEdition())
  const edition = useEdition()
  const reading = checkup.pulseOxiData
  const dot = reading === null ? null : oximeterDot(reading)
  const unexpected = dot !== null && !dot.isExpected ? reading?.confidence : undefined
  useEffect(() => {
    if (unexpected != null) reportUnexpectedConfidence(unexpected)
  }, [unexpected])
  if (reading === null) return text
  const key = confidenceKey(reading, dot)
  const label = (
    <span className={styles['tip']} data-kind={dot?.kind ?? 'none'}>
      <strong>{t.confidence.label(t.confidence.names[key])}</strong>
      <span>{t.confidence.texts[key]}</span>
      <span>{`${t.source.label}: ${sourceText(reading.device, isOverridden(reading)) ?? t.source.unknown}`}</span>
      <span>{`${t.source.captured}: ${formatDateTime(checkup.endedAt, edition)}`}</span>
    </span>
  )
  return (
    <Tooltip label={label}>
      <button type="button" className={styles['value']}>
        {text}
        <span className="visually-hidden">{`, ${t.confidence.label(t.confidence.names[key])}`}</span>
        {dot !== null && <Dot kind={dot.kind} />}
      </button>
    </Tooltip>
  )
}
