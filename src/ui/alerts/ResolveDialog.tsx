import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import {
  alertOutcomes,
  isOutcomeTold,
  longestOutcomeText,
  outcomeWords,
  type AlertOutcome,
} from '../../domain/alerts/outcome'
import { alertTexts } from '../../texts/alerts'
import { useEdition } from '../edition'
import { Dialog } from '../feedback'
import styles from './alerts.module.css'

/** Asks what was done: the answer resolves. Another one than those offered is told in words. */
export function ResolveDialog({
  children,
  onResolve,
  onCancel,
}: {
  readonly children: ReactNode
  readonly onResolve: (outcome: AlertOutcome, outcomeText: string | null) => void
  readonly onCancel: () => void
}) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const words = outcomeWords(edition)
  const [isOther, setIsOther] = useState(false)
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOther) field.current?.focus()
  }, [isOther])
  return (
    <Dialog
      title={t.outcome.title}
      role="alertdialog"
      size="small"
      onClose={onCancel}
      actions={
        <Button variant="default" onClick={onCancel} data-autofocus>
          {t.keep}
        </Button>
      }
    >
      {children}
      <fieldset aria-label={t.outcome.title} className={styles['choices']}>
        {alertOutcomes.map((outcome) =>
          outcome === 'other' ? (
            <Button
              key={outcome}
              variant="default"
              aria-expanded={isOther}
              onClick={() => setIsOther((was) => !was)}
            >
              {words.other}
            </Button>
          ) : (
            <Button key={outcome} variant="default" onClick={() => onResolve(outcome, null)}>
              {words[outcome]}
            </Button>
          ),
        )}
      </fieldset>
      {isOther && (
        <form
          noValidate
          autoComplete="off"
          className={styles['other']}
          onSubmit={(event) => {
            event.preventDefault()
            if (isOutcomeTold('other', text)) onResolve('other', text.trim())
            else setIsMissing(true)
          }}
        >
          <TextInput
            label={t.outcome.other}
            required
            ref={field}
            maxLength={longestOutcomeText}
            value={text}
            error={isMissing && !isOutcomeTold('other', text) ? t.outcome.missing : null}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit">{t.resolve}</Button>
        </form>
      )}
    </Dialog>
  )
}
