import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formTexts } from '../../texts/form'
import { useEdition, useTexts } from '../edition'
import { Dialog } from '../feedback/Dialog'
import { IconCopy } from '../layout/icons'
import { useOpenWork } from '../work'
import styles from './form.module.css'

/** Holds secrets outside of React's state and of its elements' properties. */
type SecretBox = Map<string, string>

/** Puts the secret into the page for as long as it is shown, and takes it out again. */
function SecretValue({ box, label }: { readonly box: SecretBox; readonly label: string }) {
  const t = formTexts(useEdition()).secret
  const words = useTexts().ui.copy
  const value = useRef<HTMLElement>(null)
  const [outcome, setOutcome] = useState<keyof typeof words | null>(null)
  useEffect(() => {
    const element = value.current
    if (element !== null) element.textContent = box.get(label) ?? ''
    return () => element?.replaceChildren()
  }, [box, label])
  const copy = async (): Promise<void> => {
    const clipboard = (navigator as Partial<Navigator>).clipboard // absent outside secure contexts
    if (clipboard === undefined) return setOutcome('unavailable')
    return clipboard.writeText(box.get(label) ?? '').then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }
  return (
    <div className={styles['secret']}>
      <strong>{label}</strong>
      <code ref={value} className={styles['value']} />
      <div className={styles['actions']}>
        <Button variant="default" leftSection={<IconCopy />} onClick={() => void copy()}>
          {t.copy(label)}
        </Button>
        <output>{outcome !== null && words[outcome]}</output>
      </div>
    </div>
  )
}

interface SecretOnceProps {
  readonly box: SecretBox
  readonly title: string
  readonly text?: ReactNode
  readonly onDone: () => void
}

function SecretOnce({ box, title, text, onDone }: SecretOnceProps) {
  const t = formTexts(useEdition()).secret
  useOpenWork('typing') // a new version of the app would take the only copy
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  return (
    <Dialog title={title} role="alertdialog" actions={<Button onClick={onDone}>{t.done}</Button>}>
      {text}
      <p>{t.warning}</p>
      {[...box.keys()].map((label) => (
        <SecretValue key={label} box={box} label={label} />
      ))}
    </Dialog>
  )
}

/**
 * Shows secrets once: `show` takes them by the label they are shown with, `dialog` draws them.
 * Neither Escape nor a press beside the dialog closes it, only 'I have copied it'. Afterwards
 * nothing of them is in memory or in the page.
 */
export const useSecretOnce = (
  words: { readonly title: string; readonly text?: ReactNode },
  onDone?: () => void,
): {
  readonly show: (secrets: Readonly<Record<string, string>>) => void
  readonly dialog: ReactNode
} => {
  const [box] = useState<SecretBox>(() => new Map())
  const [isOpen, setOpen] = useState(false)
  useEffect(() => () => box.clear(), [box])
  return {
    show: (secrets) => {
      for (const [label, secret] of Object.entries(secrets)) box.set(label, secret)
      setOpen(true)
    },
    dialog: isOpen && (
      <SecretOnce
        {...words}
        box={box}
        onDone={() => {
          box.clear()
          setOpen(false)
          onDone?.()
        }}
      />
    ),
  }
}
