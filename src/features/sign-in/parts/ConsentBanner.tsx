import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../../ui/edition'
import { consentCookie, hasConsent } from '../consent'
import styles from './ConsentBanner.module.css'

/** The analytics message on the sign-in page, until it is hidden for a year (P100 to P104). */
export function ConsentBanner() {
  const t = useTexts().signIn
  const [hidden, setHidden] = useState(() => hasConsent(document.cookie))
  if (hidden) return null
  const hide = () => {
    document.cookie = consentCookie(window.location.protocol === 'https:')
    setHidden(true)
  }
  return (
    <section aria-label={t.consentLabel} className={styles['banner']}>
      <div className={styles['inside']}>
        <p className={styles['text']}>{t.consent}</p>
        <Button variant="default" onClick={hide}>
          {t.hideConsent}
        </Button>
      </div>
    </section>
  )
}
