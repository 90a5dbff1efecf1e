import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { formTexts } from '../../texts/form'
import { useEdition, useTexts } from '../edition'
import { Dialog } from '../feedback/Dialog'
import { IconCopy } from '../layout/icons'
import { useOpenWork, useUnsaved } from '../work'
import styles from './form.module.css'

/** Holds secrets outside of React's state and of its elements' properties. */
type SecretBox = Map<string, string>

/** Puts the secret into the page for as long as it is shown, and takes it out again. */
export function SecretValue({
  box,
  label,
}: {
  readonly box: ReadonlyMap<string, string>
  readonly label: string
}) {
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
  useUnsaved('secret')
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

/** One showing: its secrets have a box and a place in the tree that no other showing has. */
interface Showing {
  readonly id: number
  readonly box: SecretBox
}

/**
 * Shows secrets once: `show` takes them by label, `dialog` draws one showing after the other. Only
 * 'I have copied it' closes it, and nothing stays in memory or page. `show` is false after unmount.
 */
export const useSecretOnce = (
  words: { readonly title: string; readonly text?: ReactNode },
  onDone?: () => void,
): {
  readonly show: (secrets: Readonly<Record<string, string>>) => boolean
  readonly dialog: ReactNode
} => {
  const [queue, setQueue] = useState<readonly Showing[]>([])
  const boxes = useRef<Set<SecretBox> | null>(null)
  const mine = useId()
  const shown = useRef(0)
  useEffect(() => {
    const mine = new Set<SecretBox>()
    boxes.current = mine
    return () => {
      boxes.current = null
      for (const box of mine) box.clear()
    }
  }, [])
  const now = queue[0]
  return {
    show: (secrets) => {
      if (boxes.current === null) return false
      const box: SecretBox = new Map(Object.entries(secrets))
      boxes.current.add(box)
      const id = (shown.current += 1)
      setQueue((waiting) => [...waiting, { id, box }])
      return true
    },
    dialog: now !== undefined && (
      <SecretOnce
        key={`${mine} ${now.id}`}
        {...words}
        box={now.box}
        onDone={() => {
          now.box.clear()
          boxes.current?.delete(now.box)
          setQueue((waiting) => waiting.filter(({ id }) => id !== now.id))
          onDone?.()
        }}
      />
    ),
  }
}
