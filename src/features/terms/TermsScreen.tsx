import { Button } from '@mantine/core'
import { useSession } from '../../engine/react'
import { may } from '../../domain/access/may'
import { termsTexts } from '../../texts/terms'
import { useEdition, useTexts } from '../../ui/edition'
import { useLeave } from '../../ui/leaving'
import { AcceptForm } from './AcceptForm'
import styles from './terms.module.css'

/** /terms: who may accept accepts, others learn who can (P125 to P134). Then the guard goes on. */
export function TermsScreen() {
  const t = termsTexts(useEdition())
  const { doors } = useTexts()
  const { me, principal } = useSession()
  const { leave } = useLeave()
  if (!me || !principal) return null
  return (
    <div className={styles['column']}>
      <h1>{doors.terms}</h1>
      {may(principal, 'terms.accept') ? (
        <>
          <p>{t.lead(me.actingOrganization.name)}</p>
          <AcceptForm />
        </>
      ) : (
        <>
          <p>{t.askAdmin}</p>
          <p className={styles['quiet']}>
            {t.contact} <a href={`mailto:${t.support}`}>{t.support}</a>
          </p>
        </>
      )}
      <Button variant="default" onClick={leave}>
        {t.signOut}
      </Button>
    </div>
  )
}
