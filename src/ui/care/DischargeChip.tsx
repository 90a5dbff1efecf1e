import { expectedDischargeOf } from '../../domain/patient/expected-discharge'
import { dayOf, formatDate } from '../../domain/time'
import { careTexts } from '../../texts/care'
import { useEdition } from '../edition'
import { Kept } from '../Kept'
import { IconCalendar, IconWarning } from '../layout/icons'
import { useNow } from '../time'
import styles from './care.module.css'

const hour = 3_600_000

export interface DischargeChipProps {
  readonly date: string | null
  readonly onEdit?: (() => void) | undefined
  /** On a card: smaller, in fewer words, and nothing where there is no date. */
  readonly compact?: boolean
}

/** The expected discharge in words, never colour alone (C060 to C062). `onEdit`: changes it. */
export function DischargeChip({ date, onEdit, compact = false }: DischargeChipProps) {
  const edition = useEdition()
  const t = careTexts(edition).discharge
  const now = useNow(hour)
  const state = expectedDischargeOf(date, dayOf(now))
  if (state === null && (onEdit === undefined || compact)) return null
  const words = state === null ? t.set : t[state.kind](formatDate(date, edition), state.days)
  const inside = (
    <>
      {state?.kind === 'overdue' ? <IconWarning size={16} /> : <IconCalendar size={16} />}
      {compact && state !== null ? (
        t.short[state.kind](formatDate(date, edition), state.days)
      ) : (
        <span>
          <Kept>{words}</Kept>
        </span>
      )}
    </>
  )
  if (onEdit === undefined)
    return (
      <span className={styles['chip']} data-kind={state?.kind} data-compact={compact} title={words}>
        {inside}
      </span>
    )
  return (
    <button
      type="button"
      className={styles['chip']}
      data-kind={state?.kind ?? 'none'}
      data-print={state === null ? undefined : 'keep'}
      data-compact={compact}
      aria-label={state === null ? words : t.change(words)}
      aria-haspopup="dialog"
      onClick={onEdit}
    >
      {inside}
    </button>
  )
}
