import { useId } from 'react'
import type { Me } from '../../../domain/user/me'
import { accountTexts } from '../../../texts/account'
import { shareLinksTexts } from '../../../texts/share-links'
import { useEdition } from '../../../ui/edition'
import styles from '../account.module.css'

/** In the place of a profile, for who reads by a share link: there is nobody's to change. */
export function LinkCard({ me }: { readonly me: Me }) {
  const edition = useEdition()
  const t = shareLinksTexts(edition).reader
  const heading = useId()
  return (
    <section className={styles['section']} aria-labelledby={heading}>
      <h2 id={heading}>{accountTexts(edition).profile.heading}</h2>
      <p>
        {t.title(me.actingOrganization.name)}. {t.account}
      </p>
    </section>
  )
}
