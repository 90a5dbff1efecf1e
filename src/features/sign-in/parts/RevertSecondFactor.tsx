import { Button, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useIdentity } from '../../../engine/react'
import { useTexts } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { paths } from '../../../ui/paths'
import styles from '../card.module.css'
import { useProblemText } from '../use-problem-text'

type Step =
  | { readonly name: 'applying' }
  | { readonly name: 'removed' }
  | { readonly name: 'failed'; readonly message: string | null }

/** Removes a second factor that was just added, from a link in the mail (P120 to P123). */
export function RevertSecondFactor({ code }: { readonly code: string }) {
  const say = useProblemText()
  const t = useTexts().signIn.action
  const identity = useIdentity()
  const [step, setStep] = useState<Step>({ name: 'applying' })
  const applied = useRef(false)
  useEffect(() => {
    if (applied.current) return
    applied.current = true // the code works once; effects may run twice
    void identity.applyRevertCode(code).then((result) => {
      setStep(
        result.kind === 'success'
          ? { name: 'removed' }
          : { name: 'failed', message: result.kind === 'problem' ? say(result.problem) : null },
      )
    })
  }, [code, identity, say])
  if (step.name === 'applying') {
    return (
      <output className={styles['waiting']}>
        <Loader size="sm" aria-hidden />
        {t.reverting}
      </output>
    )
  }
  return (
    <div className={styles['column']}>
      {step.name === 'removed' ? (
        <>
          <h1>{t.reverted}</h1>
          <output className={styles['text']}>{t.revertedBody}</output>
        </>
      ) : (
        <>
          <h1>{t.revertHeading}</h1>
          <Banner kind="danger" title={t.revertFailed}>
            {step.message}
          </Banner>
        </>
      )}
      <Button component={Link} to={paths.login()}>
        {t.returnToLogin}
      </Button>
    </div>
  )
}
