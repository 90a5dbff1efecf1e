import { Button, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { toolbarAccount, toolbarSignIn } from '../../../data/toolbar-identity'
import { toolbarSource } from '../../../domain/toolbar-identity/toolbar-identity'
import { useCall } from '../../../engine/react'
import { toolbarIdentityTexts } from '../../../texts/toolbar-identity'
import { useEdition, useTexts } from '../../../ui/edition'
import styles from '../card.module.css'
import type { FromToolbarAnswer } from '../use-sign-in'

/**
 * Whose account a toolbar's user signs in to, and the press that does so: a link that somebody sent signs nobody in
 * by itself. Where it signs nobody in it is left unseen.
 */
export function FromToolbar({
  identity,
  onAnswer,
}: {
  /** As the toolbar signed it. */
  readonly identity: string
  readonly onAnswer: (answer: FromToolbarAnswer) => void
}) {
  const t = toolbarIdentityTexts(useEdition()).signIn
  const { signIn } = useTexts()
  const { run: ask } = useCall(toolbarAccount)
  const { run: enter } = useCall(toolbarSignIn)
  const [account, setAccount] = useState<{ name: string; email: string } | null>(null)
  const [isEntering, setEntering] = useState(false)
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void ask(identity).then((result) =>
      result.kind === 'done' && result.value !== null
        ? setAccount(result.value)
        : onAnswer('nobody'),
    )
  }, [ask, identity, onAnswer])
  const proceed = async () => {
    setEntering(true)
    const result = await enter(identity)
    onAnswer((result.kind === 'done' ? result.value : null) ?? 'failed')
  }
  if (account === null)
    return (
      <>
        <h1>{signIn.heading}</h1>
        <output className={styles['waiting']}>
          <Loader size="sm" aria-hidden />
          {signIn.starting}
        </output>
      </>
    )
  return (
    <>
      <h1>{t.heading(toolbarSource)}</h1>
      <p className={styles['lead']}>
        {t.lead(toolbarSource)} <strong>{account.email}</strong>.
      </p>
      <p className={styles['text']}>{t.warning}</p>
      <Button onClick={() => void proceed()} loading={isEntering}>
        {t.continueAs(account.name)}
      </Button>
      <button
        type="button"
        className={styles['link']}
        disabled={isEntering}
        onClick={() => onAnswer('not-me')}
      >
        {t.notMe}
      </button>
    </>
  )
}
