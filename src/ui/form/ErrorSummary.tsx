import { useEffect, useRef } from 'react'
import { useTexts } from '../edition'
import styles from './ErrorSummary.module.css'

export interface FieldFault {
  /** The `id` of the field's control, to which the summary links. */
  readonly fieldId: string
  readonly message: string
}

export interface ErrorSummaryProps {
  readonly errors: readonly FieldFault[]
  readonly title?: string
}

/** Faults, each a link to its field. */
export function FaultLinks({ errors }: Pick<ErrorSummaryProps, 'errors'>) {
  return (
    <ul className={styles['list']}>
      {errors.map((fault) => (
        <li key={`${fault.fieldId} ${fault.message}`}>
          <a
            href={`#${fault.fieldId}`}
            onClick={(event) => {
              event.preventDefault() // the address must not change: a journey lives in it
              document.getElementById(fault.fieldId)?.focus()
            }}
          >
            {fault.message}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The faults of a form. Takes the focus when it appears. */
export function ErrorSummary({ errors, title }: ErrorSummaryProps) {
  const t = useTexts().ui.errors
  const box = useRef<HTMLDivElement>(null)
  const any = errors.length > 0
  useEffect(() => {
    if (any) box.current?.focus()
  }, [any])
  if (!any) return null
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles['box']}>
      <h2 className={styles['title']}>{title ?? t.summary}</h2>
      <FaultLinks errors={errors} />
    </div>
  )
}
