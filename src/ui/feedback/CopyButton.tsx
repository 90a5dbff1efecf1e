import { useEffect, useState } from 'react'
import { useTexts } from '../edition'
import { IconCheck, IconCopy } from '../layout/icons'
import styles from './CopyButton.module.css'

export interface CopyButtonProps {
  readonly value: string
  /** The button's name, e.g. 'Copy NHS number'. */
  readonly label: string
  /** Shows the name beside the icon. */
  readonly withText?: boolean
}

type Outcome = 'copied' | 'unavailable' | 'failed'

/** Copies a text, and answers what came of it. */
export const copyText = async (value: string): Promise<Outcome> => {
  const clipboard = (navigator as Partial<Navigator>).clipboard // absent outside secure contexts
  if (clipboard === undefined) return 'unavailable'
  try {
    await clipboard.writeText(value)
    return 'copied'
  } catch {
    return 'failed'
  }
}

/** Copies a text and says in words whether it worked. */
export function CopyButton({ value, label, withText = false }: CopyButtonProps) {
  const t = useTexts().ui.copy
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  useEffect(() => {
    if (outcome !== 'copied') return undefined
    const timer = setTimeout(() => setOutcome(null), 2500)
    return () => clearTimeout(timer)
  }, [outcome])

  return (
    <span className={styles['root']}>
      <button
        type="button"
        className={styles['button']}
        data-text={withText}
        aria-label={withText ? undefined : label}
        onClick={() => void copyText(value).then(setOutcome)}
      >
        {outcome === 'copied' ? <IconCheck /> : <IconCopy />}
        {withText && label}
      </button>
      <output className={styles['outcome']} data-outcome={outcome}>
        {outcome !== null && t[outcome]}
      </output>
    </span>
  )
}
