import { Button, Checkbox } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useCommand, useSession } from '../../engine/react'
import { acceptTerms } from '../../data/session'
import { termsTexts } from '../../texts/terms'
import { useEdition, useTexts } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import { paths } from '../../ui/paths'
import styles from './terms.module.css'

/** The checkbox and 'I Accept'. After a failure the button works again. */
export function AcceptForm() {
  const t = termsTexts(useEdition())
  const { run, busy, blocked } = useCommand(acceptTerms)
  const words = useTexts().ui.blocked
  const { refreshMe } = useSession()
  const [agreed, setAgreed] = useState(false)
  const [failed, setFailed] = useState(false)
  const accept = async (event: FormEvent) => {
    event.preventDefault()
    setFailed(false)
    const result = await run({})
    if (result.kind === 'refused') return setFailed(true) // the runtime has logged it
    return refreshMe() // and the guard, that sees the acceptance, leads home
  }
  return (
    <form onSubmit={(event) => void accept(event)} className={styles['column']}>
      {failed && <Banner kind="danger">{t.notSaved}</Banner>}
      <Checkbox
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
        label={
          <>
            {t.agreeBefore}
            <a href={paths.platformTerms()} target="_blank" rel="noreferrer">
              {t.platformTerms}
            </a>{' '}
            {t.opensInNewTab}
          </>
        }
      />
      {blocked !== null && <p>{words[blocked]}</p>}
      <Button type="submit" disabled={!agreed || blocked !== null} loading={busy}>
        {t.accept}
      </Button>
    </form>
  )
}
